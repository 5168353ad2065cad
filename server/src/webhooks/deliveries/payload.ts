import type { WebhookEvent } from '@posthorn/contract';
import { timeOfId } from '../../core/ids.ts';
import { presentEvent } from '../../events/index.ts';
import type { Delivery } from './delivery.ts';
import { samplePayload } from './sample-payload.ts';

/** Returns what is posted; null where the event was removed since, so that nothing can be. A made-up event happened when its id was made, however often it is replayed. */
export function payloadOf(delivery: Delivery): WebhookEvent | null {
  const { type, eventId, createdAt, event } = delivery;
  if (delivery.sample) return samplePayload(type, eventId, timeOfId(eventId) ?? createdAt);
  return event && presentEvent({ ...delivery, event });
}
