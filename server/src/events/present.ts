import { type MessageEventType, messageEventTypes, type WebhookEvent } from '@posthorn/contract';

/** An event or announcement as it is stored. */
export interface StoredEvent {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly testMode: boolean;
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly providerMessageId: string | null;
}

/** The row that an event is presented from. */
export interface EventContent {
  readonly eventId: string;
  readonly type: string;
  readonly messageId: string | null;
  readonly event: StoredEvent;
  /** The message's tags. */
  readonly tags: Record<string, string>;
}

const isMessageType = (type: string): type is MessageEventType => messageEventTypes.some((known) => known === type);

/** Returns an event as webhooks and the feed have it. It is made afresh each time, so that what was erased from the event or its message is not in it any more. */
export function presentEvent({ eventId, type, messageId, event, tags }: EventContent): WebhookEvent {
  const { createdAt: timestamp, data } = event;
  // Safe because an announcement's data has the fields of its type besides these three.
  if (!isMessageType(type)) return { type, event_id: eventId, timestamp, ...data } as WebhookEvent;
  return {
    type,
    message_id: messageId ?? '',
    provider_message_id: event.providerMessageId,
    recipients: [...event.recipients],
    timestamp,
    event_id: eventId,
    test_mode: event.testMode,
    tags,
    data: { ...data },
  };
}
