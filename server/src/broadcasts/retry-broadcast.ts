import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import { ageBody, messagesMoved, reissueMessages, retryFailed } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import { type Broadcast, type BroadcastKey, statusOf } from './broadcast.ts';
import { bulkJobs } from './bulk-jobs.ts';
import type { Pace } from './pace.ts';
import { findBroadcast, lockBroadcast, moveBroadcast } from './store.ts';

const PAGE = 500;

export interface RetryParts {
  readonly app: AppContext;
  readonly queue: Queue;
  readonly pace: Pace;
}

/** Gives mail that waits again its turns where a pace is kept, else its jobs. After the ledger, which whoever asks for turns has locked. */
async function issue({ queue, pace }: RetryParts, trx: Trx, { tenant_id: tenantId, slices }: Broadcast, ids: string[]) {
  const { dueAt, dueStep } = await pace.schedule(trx, tenantId, ids.length);
  const placed = ids.map((id, place) => ({ id, dueAt: dueAt + place * dueStep }));
  await reissueMessages(trx, placed);
  if (!pace.kept) await queue.enqueue(trx, bulkJobs(ids, slices));
}

async function retryPage(parts: RetryParts, row: Broadcast, after: string): ReturnType<typeof retryFailed> {
  const { app } = parts;
  const { db, clock } = app;
  const { id: broadcastId, tenant_id: tenantId, body_id: bodyId } = row;
  const key = { tenantId, id: broadcastId };
  return db.transact(async (trx) => {
    // Nobody waits for a broadcast with messages in hand. One that is deleted from here on finds these queued, and cancels them.
    if ((await lockBroadcast(trx, key)) === undefined) return { retried: [], last: undefined };
    const now = clock.now();
    const page = await retryFailed(trx, { broadcastId, after, limit: PAGE, now });
    if (page.retried.length === 0) return page;
    await moveBroadcast(trx, key, { from: ['sent', 'sending'], set: { status: 'sending', sent_at: null, updated_at: now } });
    if (bodyId !== null) await ageBody(trx, { tenantId, id: bodyId, from: null });
    const move = { broadcastId, from: { status: 'failed', sent_at: null }, to: { status: 'queued', sent_at: null } };
    await app.hooks.call(
      messagesMoved,
      trx,
      page.retried.map(() => move),
    );
    await issue(parts, trx, row, page.retried);
    return page;
  });
}

/** Puts what failed back into the queue, but nothing that bounced or whose contact is gone: the same messages, so that nobody gets two. */
export async function retryBroadcast(parts: RetryParts, key: BroadcastKey): Promise<number | ApiError<'not_found' | 'not_retryable'>> {
  const before = await findBroadcast(parts.app.db.read, key);
  if (before === undefined) return new ApiError('not_found');
  if (!['sending', 'paused', 'sent'].includes(before.status)) return new ApiError('not_retryable', { status: statusOf(before) });
  let retried = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await retryPage(parts, before, after);
    retried += page.retried.length;
    after = page.last;
  }
  return retried;
}
