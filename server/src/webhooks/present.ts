import type { Webhook, WebhookDelivery } from '@posthorn/contract';
import type { Delivery } from './deliveries/delivery.ts';
import { payloadOf } from './deliveries/payload.ts';
import type { Endpoint, Failing } from './endpoints/endpoint.ts';

const presentFailing = ({ since, attempts, last }: Failing): Webhook['failing'] => ({
  since,
  attempts,
  last_attempt_at: last.at,
  response_status: last.response_status,
  error: last.error,
});

/** Returns an endpoint as it is shown; with its secret only where that has just been made. */
export const presentWebhook = (endpoint: Endpoint, secret = ''): Webhook => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.types,
  description: endpoint.description,
  active: endpoint.active,
  failing: endpoint.failing && presentFailing(endpoint.failing),
  secret,
  created_at: endpoint.createdAt,
});

/** Returns a delivery as it is shown. */
export const presentDelivery = (delivery: Delivery): WebhookDelivery => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  // Safe because only types of the contract are ever written.
  type: delivery.type as WebhookDelivery['type'],
  message_id: delivery.messageId,
  status: delivery.status,
  attempts: [...delivery.attempts],
  attempt_count: delivery.attemptCount,
  next_attempt_at: delivery.nextAttemptAt,
  replay_of: delivery.replayOf,
  payload: payloadOf(delivery),
  created_at: delivery.createdAt,
});
