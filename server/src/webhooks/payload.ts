import { type MessageEventType, messageEventTypes, type WebhookEvent } from '@posthorn/contract';
import { samplePayload } from './sample-payload.ts';

/** A delivery with the event that it tells of, and the message's tags. */
export interface ToldEvent {
  readonly event_id: string;
  readonly type: string;
  readonly message_id: string | null;
  readonly sample: number;
  readonly created_at: number;
  /** JSON array; null where a made-up event has no row. */
  readonly event_recipients: string | null;
  /** JSON object. */
  readonly event_data: string | null;
  readonly event_at: number | null;
  readonly event_test_mode: number | null;
  readonly event_provider_message_id: string | null;
  /** JSON object. */
  readonly message_tags: string | null;
}

export const isMessageType = (type: string): type is MessageEventType => messageEventTypes.some((known) => known === type);

/** Safe because `recordEvents` and `announce` write what the contract says. */
const parseObject = (json: string | null) => JSON.parse(json ?? '{}') as Record<string, unknown>;
const parseTags = (json: string | null) => JSON.parse(json ?? '{}') as Record<string, string>;
const parseAddresses = (json: string | null) => JSON.parse(json ?? '[]') as string[];

/** What is posted, made afresh each time: what was erased from the event or its message is not in it any more. */
export function payloadOf(told: ToldEvent): WebhookEvent {
  const { type, event_id } = told;
  if (told.sample === 1) return samplePayload(type, event_id, told.created_at);
  const timestamp = told.event_at ?? told.created_at;
  const data = parseObject(told.event_data);
  // Safe because an announcement's data is what its type has beside these three.
  if (!isMessageType(type)) return { type, event_id, timestamp, ...data } as WebhookEvent;
  return {
    type,
    message_id: told.message_id ?? '',
    provider_message_id: told.event_provider_message_id,
    recipients: parseAddresses(told.event_recipients),
    timestamp,
    event_id,
    test_mode: told.event_test_mode === 1,
    tags: parseTags(told.message_tags),
    data,
  };
}
