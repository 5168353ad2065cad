import { type MessageEventType, messageEventTypes, type WebhookEvent } from '@posthorn/contract';
import type { EventContent } from './delivery.ts';
import { samplePayload } from './sample-payload.ts';

const isMessageType = (type: string): type is MessageEventType => messageEventTypes.some((known) => known === type);

/** Returns what is posted. It is made afresh each time, so that what was erased from the event or its message is not in it any more. */
export function payloadOf({ eventId, type, messageId, sample, createdAt, event, tags }: EventContent): WebhookEvent {
  if (sample) return samplePayload(type, eventId, createdAt);
  const timestamp = event?.at ?? createdAt;
  // Safe because an announcement's data is what its type has beside these three.
  if (!isMessageType(type)) return { type, event_id: eventId, timestamp, ...event?.data } as WebhookEvent;
  return {
    type,
    message_id: messageId ?? '',
    provider_message_id: event?.providerMessageId ?? null,
    recipients: [...(event?.recipients ?? [])],
    timestamp,
    event_id: eventId,
    test_mode: event?.testMode === true,
    tags,
    data: { ...event?.data },
  };
}
