import type { AppContext } from '../app-context.ts';
import { findErased } from '../suppressions/index.ts';
import type { Candidate } from './target-store.ts';

/** Those of the candidates of a tenant that get mail, as far as is known now: dispatch asks again. */
export type FindDeliverable = (tenantId: string, candidates: readonly Candidate[]) => Promise<Candidate[]>;

export function deliverableFinder(app: AppContext): FindDeliverable {
  return async (tenantId, candidates) => {
    const wanted = candidates.filter(({ status, listed }) => status === 'subscribed' && listed === 0);
    const emails = wanted.map(({ email }) => email);
    const erased = await findErased(app, app.db.read, { tenantId, emails });
    return wanted.filter(({ email }) => !erased.has(email));
  };
}
