import type { Trx } from '../../db/dialect.ts';
import { isSubscribed } from '../endpoints/endpoint.ts';
import { findSubscribers } from '../endpoints/store.ts';
import type { NewDelivery } from './delivery.ts';
import { type EnqueueParts, enqueueDeliveries } from './enqueue-deliveries.ts';

/** What determines who gets an event or an announcement. */
export interface PlannedEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly type: string;
  readonly messageId?: string;
}

/** Plans a delivery of each event to every endpoint that is subscribed to it, in the transaction of the events. */
export async function planDeliveries(parts: EnqueueParts, trx: Trx, events: readonly PlannedEvent[]): Promise<void> {
  const subscribers = await findSubscribers(trx, [...new Set(events.map(({ tenantId }) => tenantId))]);
  if (subscribers.length === 0) return;
  const byTenant = Map.groupBy(subscribers, ({ tenantId }) => tenantId);
  const planned = events.flatMap(({ id: eventId, tenantId, type, messageId = null }) =>
    (byTenant.get(tenantId) ?? [])
      .filter(({ types }) => isSubscribed(types, type))
      .map(({ id: webhookId }): NewDelivery => ({ tenantId, webhookId, eventId, type, messageId, sample: false, replayOf: null })),
  );
  if (planned.length === 0) return;
  const behind = subscribers.filter(({ id, isFailing }) => isFailing || parts.late.isSlow(id));
  await enqueueDeliveries(parts, trx, planned, new Set(behind.map(({ id }) => id)));
}
