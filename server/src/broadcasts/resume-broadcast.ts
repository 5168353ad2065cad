import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import type { IssueParts } from './fan-out/issue-mail.ts';
import { isPaced } from './fan-out/pace.ts';
import { type Reissue, reissueAll } from './fan-out/pace-store.ts';
import { moveBroadcast } from './move-broadcast.ts';

const fanOutJobs = (ids: readonly string[]) => ids.map((broadcast_id) => ({ queue: 'fanout' as const, payload: { broadcast_id } }));

/**
 * Resumes everything that a tenant is sending. Jobs were dropped while mail was held, and turns passed: they are created again, less
 * urgent than before.
 */
async function resumeAll({ queue }: IssueParts, trx: Trx, reissue: Reissue): Promise<void> {
  const jobs = fanOutJobs(await reissueAll(trx, reissue));
  if (jobs.length > 0) await queue.enqueue(trx, jobs);
}

/**
 * Resumes a paused broadcast, and returns it or why it is refused. If there is a pace, everything that the tenant sends gets new turns,
 * since those of the paused broadcast are free.
 */
export async function resumeBroadcast(parts: IssueParts, ref: ObjectRef) {
  return moveBroadcast(parts.app, ref, {
    from: ['paused'],
    set: { status: 'sending', lastError: null },
    // All ledgers of the tenant are locked at once if they all start over: in a fixed order, and not after this one.
    ...(isPaced(parts.app) ? {} : { ledger: { issueAfter: '', keepsRetries: false } }),
    after: (trx) =>
      isPaced(parts.app)
        ? resumeAll(parts, trx, { tenantId: ref.tenantId, resumed: ref.id })
        : parts.queue.enqueue(trx, fanOutJobs([ref.id])),
    code: 'not_resumable',
  });
}

/** Resumes the broadcasts that a tenant was sending when it was suspended. */
export const resumeTenantBroadcasts = (parts: IssueParts, tenantId: string): Promise<void> =>
  parts.app.db.transact((trx) => resumeAll(parts, trx, { tenantId, resumed: null }));
