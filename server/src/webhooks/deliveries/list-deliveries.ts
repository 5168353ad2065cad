import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { ObjectRef } from '../../core/context.ts';
import { fitPage } from '../../db/fit-page.ts';
import type { KeysetRequest } from '../../db/keyset.ts';
import { findWebhook } from '../endpoints/store.ts';
import type { Delivery } from './delivery.ts';
import { type DeliveryFilter, listDeliveryIds } from './list-store.ts';
import { findDeliveries, listContentBytes } from './store.ts';

/** One delivery more than the page holds, if there is one. */
export interface DeliveryList {
  readonly deliveries: readonly Delivery[];
  readonly limit: number;
}

/** Lists the deliveries of an endpoint, newest first. */
export async function listDeliveries(
  { db }: AppContext,
  webhook: ObjectRef,
  query: () => KeysetRequest & DeliveryFilter,
): Promise<DeliveryList | ApiError<'not_found'>> {
  if ((await findWebhook(db.read, webhook)) === undefined) return new ApiError('not_found');
  const request = query();
  const ids = await listDeliveryIds(db.read, webhook, request);
  const { limit } = await fitPage(request, () => listContentBytes(db.read, ids));
  return { deliveries: await findDeliveries(db.read, ids.slice(0, limit + 1)), limit };
}
