import type { AppContext } from '../app-context.ts';
import { erasedFinder } from '../suppressions/index.ts';
import type { Candidate } from './target-store.ts';

/** Those of the candidates of a tenant that get mail, as far as is known now: dispatch asks again. */
export type FindDeliverable = (tenantId: string, candidates: readonly Candidate[]) => Promise<Candidate[]>;

export function deliverableFinder({ db, secrets }: AppContext): FindDeliverable {
  const findErased = erasedFinder({ secrets });
  return async (tenantId, candidates) => {
    const wanted = candidates.filter(({ status, listed }) => status === 'subscribed' && listed === 0);
    const emails = wanted.map(({ email }) => email);
    const erased = await findErased(db.read, tenantId, emails);
    return wanted.filter(({ email }) => !erased.has(email));
  };
}
