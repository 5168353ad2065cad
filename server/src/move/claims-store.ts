import type { Trx } from '../db/dialect.ts';
import { releaseExpiredClaims } from '../messages/claims/index.ts';
import { NO_CLAIM } from '../messages/index.ts';

const PAGE = 500;

/**
 * Releases what was claimed by a process that was killed before the move. Its jobs get other ids in the other queue, by which nothing would
 * find these claims.
 */
export async function releaseClaims(trx: Trx, dueAt: number): Promise<void> {
  for (let released = PAGE; released === PAGE; )
    released = await releaseExpiredClaims(trx, { systemNow: Number.MAX_SAFE_INTEGER, dueAt, most: PAGE });
  await trx.updateTable('webhook_deliveries').set(NO_CLAIM).where('claim_job', 'is not', null).execute();
  await trx.updateTable('contact_exports').set({ claim: null, claim_expires_at: null }).where('claim', 'is not', null).execute();
}
