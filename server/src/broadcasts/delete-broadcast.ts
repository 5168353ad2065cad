import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import { hasOpen, lockQueued, queuedOfContacts, WAITING } from '../messages/bulk/index.ts';
import { ageBody, cancelMessages } from '../messages/index.ts';
import { bytesOf } from '../storage/size-store.ts';
import { noteStorage } from '../storage/store.ts';
import { lockLedger, lockWithLedger } from './ledger/ledger-store.ts';
import { disownBroadcast, findWaitingOfContacts, lockBroadcast, removeDisowned } from './store.ts';

const PAGE = 200;

/** Cancels waiting mail of a deleted broadcast, page by page. */
async function cancelWaiting(app: AppContext, broadcastId: string): Promise<void> {
  for (const status of WAITING) {
    for (let more = true; more; ) {
      const page = await app.db.transact(async (trx) => {
        const messages = await lockQueued(trx, { broadcastId, status, limit: PAGE });
        await cancelMessages(app, trx, { messages, reason: 'deleted' });
        return messages.length;
      });
      more = page === PAGE;
    }
  }
}

/** Cancels waiting mail of a deleted broadcast and removes the rest of it. Mail that a worker has is left to the next run. */
export async function removeDisownedMail(app: AppContext, id: string): Promise<void> {
  // A page that was being written during the deletion is there by then, and no other follows.
  await app.db.transact((trx) => lockLedger(trx, id));
  await cancelWaiting(app, id);
  for (let more = true; more; ) {
    more = await app.db.transact(async (trx) => {
      await lockWithLedger(trx, id);
      return !(await hasOpen(trx, id)) && !(await removeDisowned(trx, id, PAGE));
    });
  }
}

/** Deletes a broadcast in any state, and returns its id. It disappears at once; its waiting mail is cancelled before this resolves. */
export async function deleteBroadcast(app: AppContext, ref: ObjectRef): Promise<{ id: string } | ApiError<'not_found'>> {
  const { db, clock } = app;
  const disowned = await db.transact(async (trx) => {
    const broadcast = await lockBroadcast(trx, ref);
    if (broadcast === undefined || !(await disownBroadcast(trx, ref))) return false;
    await noteStorage(trx, [{ tenantId: ref.tenantId, kind: 'kept', bytes: -bytesOf(broadcast.bodyHtml, broadcast.bodyText) }]);
    if (broadcast.bodyId !== null) await ageBody(trx, { tenantId: ref.tenantId, id: broadcast.bodyId, from: clock.now() });
    return true;
  });
  if (!disowned) return new ApiError('not_found');
  await removeDisownedMail(app, ref.id);
  return { id: ref.id };
}

/** Cancels mail that waits for contacts that are being deleted. */
export async function cancelMailOfContacts(app: AppContext, trx: Trx, contactIds: readonly string[]): Promise<void> {
  const broadcastIds = await findWaitingOfContacts(trx, contactIds);
  if (broadcastIds.length === 0) return;
  const messages = await queuedOfContacts(trx, { broadcastIds, contactIds });
  await cancelMessages(app, trx, { messages, reason: 'deleted' });
}
