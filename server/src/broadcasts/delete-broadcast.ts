import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { ageBody, cancelMessages, hasOpen, lockQueued, WAITING } from '../messages/index.ts';
import type { BroadcastKey } from './broadcast.ts';
import { disownBroadcast, findBroadcast, lockLedger, removeDisowned } from './store.ts';

const PAGE = 200;

/** Cancels mail of a deleted broadcast that waits, then removes what is left of it. What a worker holds is left to it, and looked at again. */
export async function removeDisownedMail(app: AppContext, id: string): Promise<void> {
  const { db } = app;
  for (const status of WAITING) {
    for (let more = true; more; ) {
      const page = await db.transact(async (trx) => {
        const rows = await lockQueued(trx, { broadcastId: id, status, limit: PAGE });
        await cancelMessages(app, trx, { rows, reason: 'deleted' });
        return rows.length;
      });
      more = page === PAGE;
    }
  }
  for (let removed = false; !removed; ) {
    const left = await db.transact(async (trx) => {
      await lockLedger(trx, id);
      if (await hasOpen(trx, id)) return 'open';
      return (await removeDisowned(trx, id, PAGE)) ? 'removed' : 'more';
    });
    removed = left !== 'more';
  }
}

/** Deletes a broadcast in any state: gone at once, its waiting mail cancelled before the answer. */
export async function deleteBroadcast(app: AppContext, key: BroadcastKey): Promise<{ id: string } | ApiError<'not_found'>> {
  const { db, clock } = app;
  const disowned = await db.transact(async (trx) => {
    const row = await findBroadcast(trx, key);
    if (row === undefined || !(await disownBroadcast(trx, key))) return false;
    if (row.body_id !== null) await ageBody(trx, { tenantId: key.tenantId, id: row.body_id, from: clock.now() });
    return true;
  });
  if (!disowned) return new ApiError('not_found');
  await removeDisownedMail(app, key.id);
  return { id: key.id };
}
