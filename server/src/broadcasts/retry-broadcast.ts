import { ApiError } from '../core/api-error.ts';
import { ageBody, HIDDEN_MS, type OnMoved, retryFailed } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { Queue } from '../queue/queue.ts';
import { type BroadcastKey, statusOf } from './broadcast.ts';
import { bulkJobs } from './bulk-jobs.ts';
import { findBroadcast, lockBroadcast, moveBroadcast } from './store.ts';

const PAGE = 500;

export interface RetryParts {
  readonly platform: Platform;
  readonly queue: Queue;
  readonly onMoved: OnMoved;
}

/** Puts what failed back into the queue, but nothing that bounced: the same messages, so that nobody gets two. */
export async function retryBroadcast(
  { platform: { db, clock }, queue, onMoved }: RetryParts,
  key: BroadcastKey,
): Promise<number | ApiError<'not_found' | 'not_retryable'>> {
  const before = await findBroadcast(db.read, key);
  if (before === undefined) return new ApiError('not_found');
  if (!['sending', 'paused', 'sent'].includes(before.status)) return new ApiError('not_retryable', { status: statusOf(before) });
  let retried = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const place: string = after;
    after = await db.transact(async (trx) => {
      // Nobody waits for a broadcast with messages in hand. One that is deleted from here on finds these queued, and cancels them.
      if ((await lockBroadcast(trx, db.dialect, key)) === undefined) return undefined;
      const now = clock.now();
      const page = await retryFailed(trx, db.dialect, { broadcastId: key.id, after: place, limit: PAGE, now, dueAt: now + HIDDEN_MS });
      const moves = page.retried.map(() => ({
        broadcastId: key.id,
        from: { status: 'failed', sent_at: null },
        to: { status: 'queued', sent_at: null },
      }));
      if (page.retried.length > 0) {
        await moveBroadcast(trx, key, { from: ['sent', 'sending'], set: { status: 'sending', sent_at: null, updated_at: now } });
        if (before.body_id !== null) await ageBody(trx, { tenantId: key.tenantId, id: before.body_id, from: null });
        await queue.enqueue(trx, bulkJobs(page.retried, before.slices));
      }
      await onMoved(trx, moves);
      retried += page.retried.length;
      return page.last;
    });
  }
  return retried;
}
