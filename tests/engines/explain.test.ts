import { migrateToLatest } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '../../server/src/db/dialect.ts';
import { eraseInReplies } from '../../server/src/delivery/index.ts';
import { findSenderDomains } from '../../server/src/domains/index.ts';
import { findDueDomains, listDomains } from '../../server/src/domains/store.ts';
import { eraseInEvents, listEventsOfMessage } from '../../server/src/events/index.ts';
import { findMessageByProviderId } from '../../server/src/feedback/store.ts';
import { releaseExpiredClaims } from '../../server/src/messages/claim-store.ts';
import { nextDueAt, takeDueMessages } from '../../server/src/messages/due-store.ts';
import { findAddressed, START } from '../../server/src/messages/erasure-store.ts';
import { findBodies, listMessages } from '../../server/src/messages/store.ts';
import { listCaptured } from '../../server/src/provider/captured-store.ts';
import { findUsed } from '../../server/src/quota/index.ts';
import { deleteSuppressionsOfAll, findListed, findSuppressions, listSuppressions } from '../../server/src/suppressions/store.ts';
import { findCreditBalances, returnCredits, settleCredits } from '../../server/src/tenants/index.ts';
import { findCaller, listApiKeys, listTenants } from '../../server/src/tenants/store.ts';
import { claimDeliveries as claimWebhookDeliveries, settleDeliveries } from '../../server/src/webhooks/claim-store.ts';
import { findDeliveries, findOriginals, listDeliveryIds } from '../../server/src/webhooks/delivery-store.ts';
import {
  deleteDeliveries,
  findDeletedWebhooks,
  findPending,
  nextDueAt as nextWebhookDueAt,
  resumeDeliveries,
  takeDueDeliveries,
} from '../../server/src/webhooks/due-store.ts';
import { countWebhooks, findSubscribers, listWebhooks } from '../../server/src/webhooks/endpoint-store.ts';
import { engines } from '../support/engines.ts';
import { type Explainer, startExplainer } from '../support/explain.ts';

/** A meter whose first pack has expired. */
const stale = () => ({
  tenantId: 't',
  version: 1,
  lastMessageAt: 0,
  lastTestEventAt: 0,
  rateHits: [],
  dayUsed: 0,
  dayFrom: 0,
  monthUsed: 0,
  monthFrom: 0,
  creditsBalance: 1,
  creditsExpireAt: 5,
});

const ownDeliveries = { tenantId: 't', webhookId: 'w', limit: 25, cursor: { createdAt: 5, id: 'x' } };
const webhookClaim = { deliveryId: 'd', jobId: 'j', jobAttempt: 1 };
const settlement = { ...webhookClaim, status: 'delivered', attempts: '[]', attemptCount: 1, nextAttemptAt: null } as const;
const page = { limit: 25, cursor: { createdAt: 5, id: 'x' } };

describe.each(engines)('query plans on $name', (engine) => {
  let explainer: Explainer;

  beforeAll(async () => {
    explainer = await startExplainer(engine, (db) => migrateToLatest(db.write, db.dialect));
  });
  afterAll(() => explainer.close());

  /** Safe because a plan does not depend on being inside a transaction. */
  const asTrx = (kysely: unknown) => kysely as Trx;

  const cases: [string, string, (explainer: Explainer) => Promise<string[]>][] = [
    ['the log', 'messages_log', ({ explain }) => explain((db) => listMessages(db, 't', { limit: 25, cursor: 5 }))],
    [
      'the log by tag',
      'message_tags_by_value',
      ({ explain }) => explain((db) => listMessages(db, 't', { limit: 25, cursor: 5, tag: { key: 'k', value: 'v' } })),
    ],
    ['the log by tag key', 'message_tags', ({ explain }) => explain((db) => listMessages(db, 't', { limit: 25, tag: { key: 'k' } }))],
    ['the events of a message', 'events_of_message', ({ explain }) => explain((db) => listEventsOfMessage(db, 't', 'm'))],
    ['bodies', 'message_bodies', ({ db: { dialect }, explain }) => explain((db) => findBodies(db, dialect, ['b']))],
    [
      'the sweep',
      'messages_due',
      ({ db: { dialect }, explain }) => explain((db) => takeDueMessages(asTrx(db), dialect, { now: 1, hiddenUntil: 2, most: 5 })),
    ],
    ['the next due message', 'messages_due', ({ explain }) => explain((db) => nextDueAt(db))],
    [
      'dead claims',
      'messages_claimed',
      ({ explain }) => explain((db) => releaseExpiredClaims(asTrx(db), { machineNow: 1, dueAt: 2, most: 5 })),
    ],
    ['authentication', 'api_keys_authenticate', ({ explain }) => explain((db) => findCaller(db, 'h'))],
    ['the keys of a tenant', 'api_keys_list', ({ explain }) => explain((db) => listApiKeys(db, 't', page))],
    ['tenants', 'tenants_list', ({ explain }) => explain((db) => listTenants(db, page))],
    ['the domains of a tenant', 'domains_list', ({ explain }) => explain((db) => listDomains(db, 't', page))],
    ['senders', 'domains_', ({ explain }) => explain((db) => findSenderDomains(db, 't'))],
    ['the daily check', 'domains_recheck', ({ explain }) => explain((db) => findDueDomains(db, 5, 10))],
    ['a suppression list', 'suppressions_list', ({ explain }) => explain((db) => listSuppressions(db, 't', { limit: 25, cursor: 5 }))],
    [
      'a suppression list by reason',
      'suppressions_by_reason',
      ({ explain }) => explain((db) => listSuppressions(db, 't', { limit: 25, cursor: 5, reason: 'manual' })),
    ],
    ['one suppression', 'suppressions', ({ explain }) => explain((db) => listSuppressions(db, 't', { limit: 25, email: 'a@b.c' }))],
    [
      'the suppressions of a group',
      'suppressions',
      ({ db: { dialect }, explain }) => explain((db) => findSuppressions(asTrx(db), dialect, [{ tenant_id: 't', email: 'a@b.c' }])),
    ],
    [
      'who must get no mail',
      'erasures',
      ({ db: { dialect }, explain }) =>
        explain((db) => findListed(db, dialect, [{ tenantId: 't', email: 'a@b.c', addressHash: 'h', marketing: true }])),
    ],
    ['an address on all lists', 'suppressions', ({ explain }) => explain((db) => deleteSuppressionsOfAll(asTrx(db), 'a@b.c'))],
    [
      'a walk over the messages of a tenant',
      'messages_log',
      ({ explain }) => explain((db) => findAddressed(db, { tenantId: 't', email: 'a@b.c' }, { after: START, limit: 5 })),
    ],
    [
      'a walk over all messages',
      'messages',
      ({ explain }) => explain((db) => findAddressed(db, { tenantId: null, email: 'a@b.c' }, { after: START, limit: 5 })),
    ],
    [
      'the events of many messages',
      'events_of_message',
      ({ db: { dialect }, explain }) => explain((db) => eraseInEvents(asTrx(db), dialect, { messageIds: ['m'], email: 'a@b.c' })),
    ],
    [
      'the attempts of many messages',
      'delivery_attempts_by_message',
      ({ db: { dialect }, explain }) => explain((db) => eraseInReplies(asTrx(db), dialect, { messageIds: ['m'], email: 'a@b.c' })),
    ],
    [
      'the balances of tenants',
      'credit_packs_of_tenant',
      ({ db: { dialect }, explain }) => explain((db) => findCreditBalances(db, dialect, { tenantIds: ['t'], now: 5 })),
    ],
    [
      'the packs that are still valid',
      'credit_packs_of_tenant',
      ({ db: { dialect }, explain }) => explain((db) => settleCredits(asTrx(db), dialect, [stale()], 5)),
    ],
    [
      'prepaid emails given back',
      'credit_packs_of_tenant',
      ({ db: { dialect }, explain }) => explain((db) => returnCredits(asTrx(db), dialect, { emails: new Map([[stale(), 1]]), now: 5 })),
    ],
    ['the usage of a tenant', 'quota_buckets', ({ explain }) => explain((db) => findUsed(db, 't', 5))],
    ["a message by its provider's id", 'messages_by_provider_id', ({ explain }) => explain((db) => findMessageByProviderId(db, 'p'))],
    ['the endpoints of a tenant', 'webhooks_list', ({ explain }) => explain((db) => listWebhooks(db, 't'))],
    ['the number of endpoints', 'webhooks_list', ({ explain }) => explain((db) => countWebhooks(db, 't'))],
    ['who gets an event', 'webhooks_list', ({ db: { dialect }, explain }) => explain((db) => findSubscribers(db, dialect, ['t', 'u']))],
    ['deleted endpoints', 'webhooks_deleted', ({ explain }) => explain((db) => findDeletedWebhooks(db, 5))],
    ['webhook deliveries', 'webhook_deliveries_list', ({ explain }) => explain((db) => listDeliveryIds(db, ownDeliveries))],
    [
      'webhook deliveries that failed',
      'webhook_deliveries_undelivered',
      ({ explain }) => explain((db) => listDeliveryIds(db, { ...ownDeliveries, status: 'failed' })),
    ],
    [
      'webhook deliveries of a type',
      'webhook_deliveries_by_type',
      ({ explain }) => explain((db) => listDeliveryIds(db, { ...ownDeliveries, type: 'bounce' })),
    ],
    [
      'webhook deliveries of a message',
      'webhook_deliveries_of_message',
      ({ explain }) => explain((db) => listDeliveryIds(db, { ...ownDeliveries, messageId: 'm' })),
    ],
    [
      'what a replay repeats',
      'webhook_deliveries_list',
      ({ db: { dialect }, explain }) => explain((db) => findOriginals(db, dialect, { ...ownDeliveries, since: 0, until: 9, limit: 50 })),
    ],
    [
      'webhook deliveries with their events',
      'webhook_deliveries',
      ({ db: { dialect }, explain }) => explain((db) => findDeliveries(db, dialect, ['w', 'x'])),
    ],
    [
      'the sweep of webhooks',
      'webhook_deliveries_due',
      ({ db: { dialect }, explain }) => explain((db) => takeDueDeliveries(asTrx(db), dialect, { now: 1, hiddenUntil: 2, most: 5 })),
    ],
    ['the next due webhook', 'webhook_deliveries_due', ({ explain }) => explain((db) => nextWebhookDueAt(db))],
    [
      'webhooks that are still to be delivered',
      'webhook_deliveries_undelivered',
      ({ explain }) => explain((db) => findPending(db, ownDeliveries, { after: { created_at: 1, id: 'x' }, limit: 5 })),
    ],
    [
      'held webhooks',
      'webhook_deliveries',
      ({ db: { dialect }, explain }) => explain((db) => resumeDeliveries(asTrx(db), dialect, { ids: ['w'], now: 1 })),
    ],
    [
      'what a job takes of webhooks',
      'webhook_deliveries',
      ({ db: { dialect }, explain }) =>
        explain((db) => claimWebhookDeliveries(asTrx(db), dialect, { claims: [webhookClaim], machineNow: 1, expiresAt: 2 })),
    ],
    [
      'the outcomes of webhooks',
      'webhook_deliveries',
      ({ db: { dialect }, explain }) => explain((db) => settleDeliveries(asTrx(db), dialect, [settlement])),
    ],
    [
      'the deliveries of a deleted endpoint',
      'webhook_deliveries_',
      ({ explain }) => explain((db) => deleteDeliveries(asTrx(db), { tenantId: 't', webhookId: 'w', most: 5 })),
    ],
    ['captured mail', 'captured_mail_list', ({ explain }) => explain((db) => listCaptured(db, page))],
  ];

  it.each(cases)('answers %s from %s, without a scan', async (_what, index, plan) => {
    const plans = (await plan(explainer)).join('\n');
    expect(plans).toContain(index);
    expect(plans).not.toMatch(/Seq Scan on|SCAN (?!\w+ USING|json_each|CONSTANT|v\b|held\b|token\b)/);
  });
});
