import type { AppContext } from '../app-context.ts';
import { deleteDeliveries, deleteMarker, findDeletedWebhooks } from './due-store.ts';

const PAGE = 500;
const ENDPOINTS = 100;
/** How long the marker of a deleted endpoint stays, so that what was planned while it was deleted is removed as well. */
const MARKER_MS = 24 * 60 * 60 * 1000;

/** Removes the deliveries of deleted endpoints, at most so many, in pages. Returns how many. */
export async function purgeDeletedWebhooks({ db, clock }: AppContext, limit: number): Promise<number> {
  let removed = 0;
  for (const { id: webhookId, tenant_id: tenantId, deleted_at } of await findDeletedWebhooks(db.read, ENDPOINTS)) {
    for (let page = PAGE; page === PAGE && removed < limit; removed += page)
      page = await db.transact((trx) => deleteDeliveries(trx, { tenantId, webhookId, most: PAGE }));
    const isOver = removed < limit && (deleted_at ?? 0) < clock.now() - MARKER_MS;
    if (isOver) await db.transact((trx) => deleteMarker(trx, tenantId, webhookId));
  }
  return removed;
}
