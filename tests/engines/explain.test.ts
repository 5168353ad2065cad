import { migrateToLatest } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '../../server/src/db/dialect.ts';
import { eraseInReplies } from '../../server/src/delivery/index.ts';
import { findSenderDomains } from '../../server/src/domains/index.ts';
import { findDueDomains, findInboundOwners, listDomains } from '../../server/src/domains/store.ts';
import { eraseInEvents, listEventsOfMessage } from '../../server/src/events/index.ts';
import { findMessageByProviderId } from '../../server/src/feedback/store.ts';
import { START as FIRST_MAIL, findNaming } from '../../server/src/inbound/erasure-store.ts';
import { listInbound } from '../../server/src/inbound/store.ts';
import { releaseExpiredClaims } from '../../server/src/messages/claim-store.ts';
import { nextDueAt, takeDueMessages } from '../../server/src/messages/due-store.ts';
import { findAddressed, START } from '../../server/src/messages/erasure-store.ts';
import { findBodies, listMessages } from '../../server/src/messages/store.ts';
import { listCaptured } from '../../server/src/provider/captured-store.ts';
import { deleteSuppressionsOfAll, findListed, findSuppressions, listSuppressions } from '../../server/src/suppressions/store.ts';
import { findCaller, listApiKeys, listTenants } from '../../server/src/tenants/store.ts';
import { engines } from '../support/engines.ts';
import { type Explainer, startExplainer } from '../support/explain.ts';

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
    ["a message by its provider's id", 'messages_by_provider_id', ({ explain }) => explain((db) => findMessageByProviderId(db, 'p'))],
    [
      'who takes the mail for names',
      'domains',
      ({ db: { dialect }, explain }) => explain((db) => findInboundOwners(db, dialect, ['a.example', 'b.example'])),
    ],
    ['received mail', 'inbound_mails_log', ({ explain }) => explain((db) => listInbound(db, 't', { limit: 25, cursor: 5 }))],
    [
      "a walk over a tenant's received mail",
      'inbound_mails_log',
      ({ explain }) => explain((db) => findNaming(db, { tenantId: 't', email: 'a@b.c' }, { after: FIRST_MAIL, limit: 5 })),
    ],
    [
      'a walk over all received mail',
      'inbound_mails',
      ({ explain }) => explain((db) => findNaming(db, { tenantId: null, email: 'a@b.c' }, { after: FIRST_MAIL, limit: 5 })),
    ],
    ['captured mail', 'captured_mail_list', ({ explain }) => explain((db) => listCaptured(db, page))],
  ];

  it.each(cases)('answers %s from %s, without a scan', async (_what, index, plan) => {
    const plans = (await plan(explainer)).join('\n');
    expect(plans).toContain(index);
    expect(plans).not.toMatch(/Seq Scan on|SCAN (?!\w+ USING|json_each|CONSTANT|v\b|held\b|token\b)/);
  });
});
