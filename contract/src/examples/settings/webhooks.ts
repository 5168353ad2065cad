import type { WebhookDelivery } from '../../webhooks/webhook-deliveries.ts';
import type { Webhook, webhooks } from '../../webhooks/webhooks.ts';
import { messageEvent } from '../message-event.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const endpoint: Webhook = {
  id: 'whk_01m7y8rb4g2vd9x3kq6n0tjw5c',
  url: 'https://hooks.example.com/posthorn',
  events: ['delivery', 'bounce', 'complaint'],
  description: 'The shop',
  active: true,
  failing: null,
  secret: '',
  created_at: 1_790_000_000_000,
};

const withSecret: Webhook = { ...endpoint, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0QdQ1e4kFYo=' };

const delivery: WebhookDelivery = {
  id: 'whd_01m7y8s7c3xk5w8n1r0q4tvjpe',
  webhook_id: endpoint.id,
  event_id: 'evt_01m7y8s6w1q4hd0x9k2n5tjcrb',
  type: 'bounce',
  message_id: 'msg_01m7y8s3yamrk5s1jx71pmhchw',
  status: 'delivered',
  attempts: [{ attempt: 1, at: 1_790_000_002_100, response_status: 204, duration_ms: 38, error: null }],
  attempt_count: 1,
  next_attempt_at: null,
  replay_of: null,
  payload: messageEvent,
  created_at: 1_790_000_002_050,
};

const pending: WebhookDelivery = {
  ...delivery,
  id: 'whd_01m7ybw5h2n6c9x0k4rqv8tjds',
  status: 'pending',
  attempts: [],
  attempt_count: 0,
  next_attempt_at: 1_790_000_090_000,
  replay_of: delivery.id,
  created_at: 1_790_000_090_000,
};

const { replay_of: _, ...test } = pending;

export const webhookExamples: ResourceExamples<typeof webhooks> = {
  create: { body: { url: endpoint.url, events: ['delivery', 'bounce', 'complaint'], description: 'The shop' }, 201: withSecret },
  list: { 200: { data: [endpoint], next_cursor: null } },
  get: { 200: endpoint },
  update: { body: { active: false }, 200: { ...endpoint, active: false } },
  delete: { 200: { deleted: true, id: endpoint.id } },
  rotateSecret: { 200: withSecret },
  test: { body: { type: 'bounce' }, 202: { ...test, replay_of: null, payload: { ...messageEvent, sample: true } } },
  listDeliveries: { 200: { data: [delivery], next_cursor: null } },
  replay: { body: { status: 'failed', since: 1_790_000_000_000 }, 202: { replayed: 1, data: [pending] } },
};
