import type { WebhookEvent } from '@posthorn/contract';
import { presentEvent } from '../../events/index.ts';
import type { Delivery } from './delivery.ts';
import { samplePayload } from './sample-payload.ts';

/** Returns what is posted; null where the event was removed since, so that nothing can be. */
export function payloadOf(delivery: Delivery): WebhookEvent | null {
  const { type, eventId, createdAt, event } = delivery;
  if (delivery.sample) return samplePayload(type, eventId, createdAt);
  return event && presentEvent({ ...delivery, event });
}
