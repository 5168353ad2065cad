import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { retryFailed } from '../messages/bulk/index.ts';
import { ageBody, hasBody, messagesMoved, statusBy } from '../messages/index.ts';
import type { Broadcast } from './broadcast.ts';
import { type IssueParts, reissueMail } from './fan-out/issue-mail.ts';
import { findBroadcast, lockBroadcast, updateState } from './store.ts';

const PAGE = 500;

async function retryPage(parts: IssueParts, broadcast: Broadcast, after: string): ReturnType<typeof retryFailed> {
  const { db, clock, hooks } = parts.app;
  const { id: broadcastId, tenantId, bodyId } = broadcast;
  return db.transact(async (trx) => {
    // Locked first: no transaction that holds messages waits for a broadcast. A later deletion finds them queued, and cancels them.
    if ((await lockBroadcast(trx, broadcast)) === undefined) return { retried: [], last: undefined };
    const now = clock.now();
    const page = await retryFailed(trx, { broadcastId, after, limit: PAGE, now });
    if (page.retried.length === 0) return page;
    await updateState(trx, broadcast, { from: ['sent', 'sending'], set: { status: 'sending', sentAt: null }, at: now });
    if (bodyId !== null) await ageBody(trx, { tenantId, id: bodyId, from: null });
    const move = { broadcastId, from: { status: 'failed', sentAt: null }, to: { status: statusBy('retry'), sentAt: null } };
    const moves = page.retried.map(() => move);
    await hooks.notify(messagesMoved, trx, moves);
    await reissueMail(parts, trx, { tenantId, ids: page.retried, slices: broadcast.ledger.slices });
    return page;
  });
}

/**
 * Queues failed messages again, except those that bounced or whose contact no longer exists: the same messages, so that nobody gets two.
 * Returns how many, or why nothing can be sent again.
 */
export async function retryBroadcast(parts: IssueParts, ref: ObjectRef): Promise<number | ApiError<'not_found' | 'not_retryable'>> {
  const { db } = parts.app;
  const before = await findBroadcast(db.read, ref);
  if (before === undefined) return new ApiError('not_found');
  const { status, bodyId } = before;
  if (!['sending', 'paused', 'sent'].includes(status)) return new ApiError('not_retryable', { status });
  if (bodyId !== null && !(await hasBody(db.read, ref.tenantId, bodyId)))
    return new ApiError('not_retryable', { status }, { detail: 'Its body is no longer kept.' });
  let retried = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await retryPage(parts, before, after);
    retried += page.retried.length;
    after = page.last;
  }
  return retried;
}
