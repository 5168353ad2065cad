import type { CreateWebhookRequest } from '@posthorn/sdk';

type EventType = Exclude<CreateWebhookRequest['events'][number], '*'>;

/** Every type of event, in the order in which they happen; the type checker reports a missing one. */
const ALL: Readonly<Record<EventType, true>> = {
  scheduled: true,
  sent: true,
  delivery: true,
  delivery_delayed: true,
  bounce: true,
  complaint: true,
  failed: true,
  suppressed: true,
  cancelled: true,
  open: true,
  click: true,
  'contact.created': true,
  'contact.updated': true,
  'contact.import.completed': true,
  'inbound.received': true,
  'automation.webhook': true,
};

/** Safe because the table has only these keys. */
export const EVENT_TYPES = Object.keys(ALL) as EventType[];
export type { EventType };

export const isEventType = (value: unknown): value is EventType => typeof value === 'string' && Object.hasOwn(ALL, value);
