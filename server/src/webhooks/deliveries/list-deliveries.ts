import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { fitPage } from '../../db/fit-page.ts';
import type { KeysetRequest } from '../../db/keyset.ts';
import { findWebhook } from '../endpoints/store.ts';
import type { Delivery } from './delivery.ts';
import { type DeliveryFilter, listDeliveryIds } from './list-store.ts';
import { findDeliveries, listContentBytes } from './store.ts';

/** The deliveries of a page, and one more where there is a next page; `limit`: how many the page holds. */
export interface DeliveryList {
  readonly deliveries: readonly Delivery[];
  readonly limit: number;
}

/** Returns a page of an endpoint's deliveries, newest first. It ends early where a whole one would be large. */
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
