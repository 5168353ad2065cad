import { claimDeliveries, settleDeliveries } from '../../../server/src/webhooks/claim-store.ts';
import { findDeliveries, findOriginals, listDeliveryIds } from '../../../server/src/webhooks/delivery-store.ts';
import {
  deleteDeliveries,
  findDeletedWebhooks,
  findPending,
  nextDueAt,
  resumeDeliveries,
  takeDueDeliveries,
} from '../../../server/src/webhooks/due-store.ts';
import { countWebhooks, findSubscribers, listWebhooks } from '../../../server/src/webhooks/endpoint-store.ts';
import type { Plan } from './plan.ts';

const ownDeliveries = { tenantId: 't', webhookId: 'w', limit: 25, cursor: { createdAt: 5, id: 'x' } };
const claim = { deliveryId: 'd', jobId: 'j', jobAttempt: 1 };
const settlement = { ...claim, status: 'delivered', attempts: '[]', attemptCount: 1, nextAttemptAt: null } as const;

export const webhookPlans: readonly Plan[] = [
  ['the endpoints of a tenant', 'webhooks_list', (trx) => listWebhooks(trx, 't')],
  ['the number of endpoints', 'webhooks_list', (trx) => countWebhooks(trx, 't')],
  ['who gets an event', 'webhooks_list', (trx) => findSubscribers(trx, ['t', 'u'])],
  ['deleted endpoints', 'webhooks_deleted', (trx) => findDeletedWebhooks(trx, 5)],
  ['webhook deliveries', 'webhook_deliveries_list', (trx) => listDeliveryIds(trx, ownDeliveries)],
  [
    'webhook deliveries that failed',
    'webhook_deliveries_undelivered',
    (trx) => listDeliveryIds(trx, { ...ownDeliveries, status: 'failed' }),
  ],
  ['webhook deliveries of a type', 'webhook_deliveries_by_type', (trx) => listDeliveryIds(trx, { ...ownDeliveries, type: 'bounce' })],
  ['webhook deliveries of a message', 'webhook_deliveries_of_message', (trx) => listDeliveryIds(trx, { ...ownDeliveries, messageId: 'm' })],
  ['what a replay repeats', 'webhook_deliveries_list', (trx) => findOriginals(trx, { ...ownDeliveries, since: 0, until: 9, limit: 50 })],
  ['webhook deliveries with their events', 'webhook_deliveries', (trx) => findDeliveries(trx, ['w', 'x'])],
  ['the sweep of webhooks', 'webhook_deliveries_due', (trx) => takeDueDeliveries(trx, { now: 1, hiddenUntil: 2, most: 5 })],
  ['the next due webhook', 'webhook_deliveries_due', (trx) => nextDueAt(trx)],
  [
    'webhooks that are still to be delivered',
    'webhook_deliveries_undelivered',
    (trx) => findPending(trx, ownDeliveries, { after: { created_at: 1, id: 'x' }, limit: 5 }),
  ],
  ['held webhooks', 'webhook_deliveries', (trx) => resumeDeliveries(trx, { ids: ['w'], now: 1 })],
  ['what a job takes of webhooks', 'webhook_deliveries', (trx) => claimDeliveries(trx, { claims: [claim], machineNow: 1, expiresAt: 2 })],
  ['the outcomes of webhooks', 'webhook_deliveries', (trx) => settleDeliveries(trx, [settlement])],
  [
    'the deliveries of a deleted endpoint',
    'webhook_deliveries_',
    (trx) => deleteDeliveries(trx, { tenantId: 't', webhookId: 'w', most: 5 }),
  ],
];
