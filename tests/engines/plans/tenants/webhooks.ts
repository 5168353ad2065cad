import { findNextDue } from '../../../../server/src/db/next-due.ts';
import { claimDeliveries, findEndpoints, settleDeliveries } from '../../../../server/src/webhooks/deliver/claim-store.ts';
import { findPending, resumeDeliveries, takeDueDeliveries } from '../../../../server/src/webhooks/deliveries/due-store.ts';
import { findOriginals, listDeliveryIds } from '../../../../server/src/webhooks/deliveries/list-store.ts';
import { deleteDeliveries, findDeliveries } from '../../../../server/src/webhooks/deliveries/store.ts';
import { forgetFailures, lockUnhealthy, recordAnswers } from '../../../../server/src/webhooks/endpoints/answer-store.ts';
import { countWebhooks, findDeletedWebhooks, findSubscribers, listWebhooks } from '../../../../server/src/webhooks/endpoints/store.ts';
import type { Plan } from '../plan.ts';

const webhook = { tenantId: 't', id: 'w' };
const ownDeliveries = { limit: 25, cursor: { createdAt: 5, id: 'x' } };
const claim = { deliveryId: 'd', jobId: 'j', jobAttempt: 1 };
const settlement = { ...claim, status: 'delivered', attempts: [], attemptCount: 1, nextAttemptAt: null } as const;
const answers = { webhookId: 'w', url: 'https://w.example/', hasSucceeded: true, failing: null } as const;

export const webhookPlans: readonly Plan[] = [
  ['the endpoints of a tenant', 'webhooks_list', (trx) => listWebhooks(trx, 't')],
  ['the number of endpoints', 'webhooks_list', (trx) => countWebhooks(trx, 't')],
  ['who gets an event', 'webhooks_list', (trx) => findSubscribers(trx, ['t', 'u'])],
  ['deleted endpoints', 'webhooks_deleted', (trx) => findDeletedWebhooks(trx, 5)],
  ['webhook deliveries', 'webhook_deliveries_list', (trx) => listDeliveryIds(trx, webhook, ownDeliveries)],
  [
    'webhook deliveries that failed',
    'webhook_deliveries_undelivered',
    (trx) => listDeliveryIds(trx, webhook, { ...ownDeliveries, status: 'failed' }),
  ],
  [
    'webhook deliveries of a type',
    'webhook_deliveries_by_type',
    (trx) => listDeliveryIds(trx, webhook, { ...ownDeliveries, type: 'bounce' }),
  ],
  [
    'webhook deliveries of a message',
    'webhook_deliveries_of_message',
    (trx) => listDeliveryIds(trx, webhook, { ...ownDeliveries, messageId: 'm' }),
  ],
  ['what a replay repeats', 'webhook_deliveries_list', (trx) => findOriginals(trx, webhook, { since: 0, until: 9, limit: 50 })],
  ['webhook deliveries with their events', 'webhook_deliveries', (trx) => findDeliveries(trx, ['w', 'x'])],
  ['the sweep of webhooks', 'webhook_deliveries_due', (trx) => takeDueDeliveries(trx, { now: 1, hiddenUntil: 2, most: 5 })],
  ['the next due webhook', 'webhook_deliveries_due', (trx) => findNextDue(trx, 'webhook_deliveries')],
  [
    'webhooks that are still to be delivered',
    'webhook_deliveries_undelivered',
    (trx) => findPending(trx, webhook, { after: { createdAt: 1, id: 'x' }, limit: 5 }),
  ],
  ['held webhooks', 'webhook_deliveries', (trx) => resumeDeliveries(trx, { ids: ['w'], now: 1 })],
  ['whose the webhooks of a job are', 'webhook_deliveries', (trx) => findEndpoints(trx, ['w', 'x'])],
  ['what a job takes of webhooks', 'webhook_deliveries', (trx) => claimDeliveries(trx, { claims: [claim], machineNow: 1, expiresAt: 2 })],
  ['the outcomes of webhooks', 'webhook_deliveries', (trx) => settleDeliveries(trx, [settlement])],
  ['endpoints of which attempts have failed', 'webhooks', (trx) => lockUnhealthy(trx, [answers])],
  ['what came of attempts at endpoints', 'webhooks', (trx) => recordAnswers(trx, [answers])],
  ['what failed at an endpoint', 'webhooks', (trx) => forgetFailures(trx, webhook)],
  ['the deliveries of a deleted endpoint', 'webhook_deliveries_', (trx) => deleteDeliveries(trx, webhook, 5)],
];
