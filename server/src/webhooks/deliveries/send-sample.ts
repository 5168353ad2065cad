import { messageEventTypes, type WebhookDelivery } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { findWebhook } from '../endpoints/store.ts';
import type { Delivery } from './delivery.ts';
import { type EnqueueParts, enqueueDeliveries } from './enqueue-deliveries.ts';
import { findDeliveries } from './store.ts';

interface SampleRequest {
  readonly type?: WebhookDelivery['type'] | undefined;
}

/** Plans and returns the delivery of a made-up event, of the type given or else the first one that the endpoint is subscribed to. */
export async function sendSample(
  parts: EnqueueParts,
  webhook: ObjectRef,
  body: () => SampleRequest,
): Promise<Delivery | ApiError<'not_found'> | undefined> {
  const { db, clock, newId } = parts.app;
  const endpoint = await findWebhook(db.read, webhook);
  if (endpoint === undefined) return new ApiError('not_found');
  const [first = '*'] = endpoint.types;
  const type = body().type ?? (first === '*' ? messageEventTypes[0] : first);
  const of = { tenantId: webhook.tenantId, webhookId: webhook.id, eventId: newId('evt', clock.now()) };
  const planned = { ...of, type, messageId: null, sample: true, replayOf: null };
  // As planned: once the transaction is over, it may be delivered already.
  const [delivery] = await db.transact(async (trx) => findDeliveries(trx, await enqueueDeliveries(parts, trx, [planned])));
  return delivery;
}
