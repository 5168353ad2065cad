import type { AppContext } from '../../app-context.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { deleteDeliveries } from '../deliveries/store.ts';
import { deleteMarker, findDeletedWebhooks, markWebhookDeleted } from './store.ts';

const PAGE = 500;
const ENDPOINTS = 100;
/** Milliseconds for which the marker of a deleted endpoint stays, so that what was planned while it was deleted is removed as well. */
const MARKER_MS = DAY_MS;

/** Deletes an endpoint if there is one; its deliveries are removed in the background. */
export async function deleteWebhook({ db, clock }: AppContext, ref: ObjectRef): Promise<void> {
  await db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    await markWebhookDeleted(trx, ref, clock.now());
  });
}

/** Removes at most `limit` deliveries of deleted endpoints, in pages. Returns how many it removed. */
export async function purgeDeletedWebhooks({ db, clock }: AppContext, limit: number): Promise<number> {
  let removed = 0;
  for (const marker of await findDeletedWebhooks(db.read, ENDPOINTS)) {
    for (let page = PAGE; page === PAGE && removed < limit; removed += page)
      page = await db.transact((trx) => deleteDeliveries(trx, marker, PAGE));
    const isOver = removed < limit && marker.deletedAt < clock.now() - MARKER_MS;
    if (isOver) await db.transact((trx) => deleteMarker(trx, marker));
  }
  return removed;
}
