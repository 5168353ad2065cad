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

/** Events of a tenant's own objects. Webhooks can subscribe to them too. */
export const accountEventTypes = [
  'contact.created',
  'contact.updated',
  'contact.import.completed',
  'inbound.received',
  'automation.webhook',
] as const;

export type AccountEventType = (typeof accountEventTypes)[number];
