import type { Webhook, WebhookAttempt, WebhookDelivery } from '@posthorn/contract';
import type { WebhookRow } from '../db/schema.ts';
import type { ToldDelivery } from './delivery-store.ts';
import { readTypes } from './endpoint.ts';
import { payloadOf } from './payload.ts';

/** Safe because only attempts are written there. */
export const readAttempts = (stored: string) => JSON.parse(stored) as WebhookAttempt[];

/** Row to wire; the secret is shown where it has just been made. */
export const presentWebhook = (row: WebhookRow, secret = ''): Webhook => ({
  id: row.id,
  url: row.url,
  events: readTypes(row.events),
  description: row.description,
  active: row.active === 1,
  secret,
  created_at: row.created_at,
});

export const presentDelivery = (row: ToldDelivery): WebhookDelivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  // Safe because only types and states of the contract are ever written.
  type: row.type as WebhookDelivery['type'],
  message_id: row.message_id,
  status: row.status as WebhookDelivery['status'],
  attempts: readAttempts(row.attempts),
  attempt_count: row.attempt_count,
  next_attempt_at: row.next_attempt_at,
  replay_of: row.replay_of,
  payload: payloadOf(row),
  created_at: row.created_at,
});
