/** What happens to a message after it was accepted; also the webhook types that carry a message id. */
export const messageEventTypes = [
  'sent',
  'delivery',
  'delivery_delayed',
  'failed',
  'bounce',
  'complaint',
  'suppressed',
  'open',
  'click',
  'scheduled',
  'cancelled',
] as const;

export type MessageEventType = (typeof messageEventTypes)[number];
