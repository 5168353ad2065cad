import type { WebhookDelivery } from '@posthorn/contract';
import { messageEventTypes } from '@posthorn/contract';
import type { WebhookRow } from '../db/schema.ts';
import { readTypes } from './endpoint.ts';
import { type PlannerParts, planDeliveries } from './plan-deliveries.ts';

/** Plans the delivery of a made-up event and returns its id. */
export async function sendSample(
  parts: PlannerParts,
  { id: webhook_id, tenant_id, events }: WebhookRow,
  given: WebhookDelivery['type'] | undefined,
): Promise<string> {
  const { db, clock, newId } = parts.app;
  const [first = '*'] = readTypes(events);
  const type = given ?? (first === '*' ? messageEventTypes[0] : first);
  const event_id = newId('evt', clock.now());
  const planned = { tenant_id, webhook_id, event_id, type, message_id: null, sample: 1, replay_of: null } as const;
  const [id = ''] = await db.transact((trx) => planDeliveries(parts, trx, [planned]));
  return id;
}
