import type { WebhookEvent } from '@posthorn/contract';
import { presentEvent } from '../../events/index.ts';
import type { Delivery } from './delivery.ts';
import { samplePayload } from './sample-payload.ts';

/** Returns what is posted. */
export const payloadOf = (delivery: Delivery): WebhookEvent =>
  delivery.sample ? samplePayload(delivery.type, delivery.eventId, delivery.createdAt) : presentEvent(delivery);
