import type { AppContext } from '../../app-context.ts';
import { findErased } from '../../suppressions/index.ts';
import type { Candidate } from './target-store.ts';

/** Returns the candidates that may get mail as far as is known now; delivery checks again. */
export async function findDeliverable(app: AppContext, tenantId: string, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const wanted = candidates.filter(({ status, listed }) => status === 'subscribed' && !listed);
  const emails = wanted.map(({ email }) => email);
  const erased = await findErased(app, app.db.read, { tenantId, emails });
  return wanted.filter(({ email }) => !erased.has(email));
}
