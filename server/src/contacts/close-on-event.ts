import type { Trx } from '../db/dialect.ts';
import type { MessageEvent } from '../events/index.ts';
import type { ContactParts } from './announce-contact.ts';
import { type StatusWord, setStatus } from './set-status.ts';

function statusAfter({ type, data }: MessageEvent): 'cleaned' | 'unsubscribed' | undefined {
  if (type === 'complaint') return 'unsubscribed';
  return type === 'bounce' && data.class === 'hard' ? 'cleaned' : undefined;
}

function toWords(event: MessageEvent): StatusWord[] {
  const status = statusAfter(event);
  return status === undefined ? [] : event.recipients.map((email) => ({ tenantId: event.tenantId, email, status }));
}

/** Hears of events in their transaction: who bounced for good is `cleaned`, who complained `unsubscribed`. */
export const closeContactsOnEvent =
  (parts: ContactParts) =>
  (trx: Trx, events: readonly MessageEvent[]): Promise<void> =>
    setStatus(parts, trx, events.flatMap(toWords));
