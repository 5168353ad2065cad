import { isRecord } from '@posthorn/contract';
import type { GivenEvent } from './given-event.ts';

type Json = Readonly<Record<string, unknown>>;

const jsonAt = (from: Json, name: string): Json => (isRecord(from[name]) ? from[name] : {});
const textAt = (from: Json, name: string): string | undefined => (typeof from[name] === 'string' ? from[name] : undefined);
const listAt = (from: Json, name: string): readonly unknown[] => (Array.isArray(from[name]) ? from[name] : []);

type EventFields = Pick<GivenEvent, 'type' | 'recipients' | 'data' | 'action'>;

/** Recipients as objects with an address, or as addresses. */
const addressesOf = (recipients: readonly unknown[]): string[] =>
  recipients.flatMap((recipient) =>
    isRecord(recipient) ? (textAt(recipient, 'emailAddress') ?? []) : typeof recipient === 'string' ? recipient : [],
  );

const HARD = ['General', 'NoEmail', 'Suppressed', 'OnAccountSuppressionList'];
const POLICY = ['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'];

function readBounce(bounce: Json): EventFields[] {
  const subtype = textAt(bounce, 'bounceSubType') ?? '';
  const permanent = textAt(bounce, 'bounceType') === 'Permanent';
  const cls = POLICY.includes(subtype) ? 'policy' : permanent && HARD.includes(subtype) ? 'hard' : permanent ? 'policy' : 'soft';
  return listAt(bounce, 'bouncedRecipients').map((recipient) => {
    const entry = isRecord(recipient) ? recipient : {};
    const data: EventFields['data'] = { class: cls, code: null, diagnostic: textAt(entry, 'diagnosticCode') ?? null };
    return { type: 'bounce', recipients: addressesOf([recipient]), data, action: textAt(entry, 'action') };
  });
}

/** The events of Amazon SES, by its own names, and our equivalents. */
const READERS: Readonly<Record<string, ((notification: Json, mail: Json) => EventFields[]) | undefined>> = {
  Bounce: (notification) => readBounce(jsonAt(notification, 'bounce')),
  Complaint: (notification) => [
    { type: 'complaint', recipients: addressesOf(listAt(jsonAt(notification, 'complaint'), 'complainedRecipients')), data: {} },
  ],
  Delivery: (notification) => [
    { type: 'delivery', recipients: addressesOf(listAt(jsonAt(notification, 'delivery'), 'recipients')), data: {} },
  ],
  DeliveryDelay: (notification) => {
    const delay = jsonAt(notification, 'deliveryDelay');
    const reason = textAt(delay, 'delayType') ?? null;
    return [{ type: 'delivery_delayed', recipients: addressesOf(listAt(delay, 'delayedRecipients')), data: { reason } }];
  },
  Reject: (notification, mail) => [
    {
      type: 'failed',
      recipients: addressesOf(listAt(mail, 'destination')),
      data: { reason: textAt(jsonAt(notification, 'reject'), 'reason') ?? null },
    },
  ],
  Send: (_notification, mail) => [{ type: 'sent', recipients: addressesOf(listAt(mail, 'destination')), data: {} }],
};

/** Reads a notification of Amazon SES (by identity or by event publishing); empty for what says nothing of a message. */
export function readSesNotification(text: string): GivenEvent[] {
  let notification: unknown;
  try {
    notification = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isRecord(notification)) return [];
  const mail = jsonAt(notification, 'mail');
  const id = textAt(mail, 'messageId');
  const read = READERS[textAt(notification, 'eventType') ?? textAt(notification, 'notificationType') ?? ''];
  return id === undefined || read === undefined ? [] : read(notification, mail).map((fields) => ({ ...fields, provider_message_id: id }));
}
