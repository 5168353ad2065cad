import { migrateToLatest } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFiles, lockFiles } from '../../server/src/attachments/index.ts';
import { countMembers, deleteMembers, deleteMembershipsOf, listMembers } from '../../server/src/audiences/member-store.ts';
import { listAudiences, listDisowned } from '../../server/src/audiences/store.ts';
import { findHappened, listDue, lockDue, wakeWaiting } from '../../server/src/automations/due-store.ts';
import {
  cancelActive,
  deleteEnrollments,
  deleteEnrollmentsOf,
  findAutomationsOf,
  findEnrollmentOf,
  listEnrollments,
} from '../../server/src/automations/enrollment-store.ts';
import { findDueAutomations, listAutomations, listUnfinished, lockTriggered, nextRunAt } from '../../server/src/automations/store.ts';
import { condemnExpired, listKeysOf } from '../../server/src/blobs/store.ts';
import { listMailed, listSkipped } from '../../server/src/broadcasts/recipient-store.ts';
import { findDue, findNextDue, findSending, listBroadcasts } from '../../server/src/broadcasts/store.ts';
import { findPlace, listCandidates } from '../../server/src/broadcasts/target-store.ts';
import { countTests } from '../../server/src/broadcasts/test-store.ts';
import { claimExport, expireExports, listExports, listOldestContacts } from '../../server/src/contacts/export/export-store.ts';
import { FIRST as FIRST_JOB, findImportsNaming, listImports, listOpenImports } from '../../server/src/contacts/import/import-store.ts';
import { findClosed, findContactsByEmail, findContactsOf, listContacts } from '../../server/src/contacts/store.ts';
import { ApiError } from '../../server/src/core/api-error.ts';
import type { Trx } from '../../server/src/db/dialect.ts';
import { eraseInReplies } from '../../server/src/delivery/index.ts';
import { findSenderDomains } from '../../server/src/domains/index.ts';
import { findDueDomains, findInboundOwners, listDomains } from '../../server/src/domains/store.ts';
import { FIRST, findNaming, lockAnswers, updateAnswers } from '../../server/src/email/erasure-store.ts';
import { findAnnounced } from '../../server/src/events/erasure-store.ts';
import { eraseInEvents, listEventsOfMessage } from '../../server/src/events/index.ts';
import { findMessageByProviderId } from '../../server/src/feedback/store.ts';
import { START as FIRST_MAIL, findNaming as findMailNaming } from '../../server/src/inbound/erasure-store.ts';
import { listInbound } from '../../server/src/inbound/store.ts';
import { lockAgedBodies } from '../../server/src/messages/body-store.ts';
import { hasOpen, listUntried, lockQueued, queuedOfContacts, retryFailed } from '../../server/src/messages/bulk-store.ts';
import { releaseExpiredClaims } from '../../server/src/messages/claim-store.ts';
import { nextDueAt, takeDueMessages } from '../../server/src/messages/due-store.ts';
import { findAddressed, START } from '../../server/src/messages/erasure-store.ts';
import { findBodies, listMessages } from '../../server/src/messages/store.ts';
import { listCaptured } from '../../server/src/provider/captured-store.ts';
import { findUsed, listBuckets } from '../../server/src/quota/index.ts';
import { compileFilter } from '../../server/src/segments/filter-store.ts';
import { countMatches, listMatches, type Matching, matchesContact } from '../../server/src/segments/matches-store.ts';
import { parseFilter } from '../../server/src/segments/parse-filter.ts';
import { findSegment, listSegments } from '../../server/src/segments/store.ts';
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

const walk = { from: { at: 1, id: 'c' }, until: 5, steps: 1000 };
const stretch = { after: { at: 1, id: 'c' }, to: { at: 5, id: 'd' } };
const broadcast = { tenantId: 't', id: 'b' };
const recipients = { limit: 25, after: 'c' };
const inAudience = ({ db: { dialect } }: Explainer) => ({ tenantId: 't', target: { kind: 'audience' as const, id: 'a' }, dialect, now: 5 });
const inSegment = ({ db: { dialect } }: Explainer) => ({
  tenantId: 't',
  target: { kind: 'segment' as const, filter: { kind: 'all' as const } },
  dialect,
  now: 5,
});

describe.each(engines)('query plans on $name', (engine) => {
  let explainer: Explainer;

  beforeAll(async () => {
    explainer = await startExplainer(engine, (db) => migrateToLatest(db.write, db.dialect));
  });
  afterAll(() => explainer.close());

  /** Safe because a plan does not depend on being inside a transaction. */
  const asTrx = (kysely: unknown) => kysely as Trx;

  function matching({ db: { dialect } }: Explainer, given: object): Matching {
    const filter = parseFilter(given);
    if (filter instanceof ApiError) throw filter;
    return { tenantId: 't', filter, dialect, now: 5 };
  }
  const count = (given: Explainer, filter: object) => given.explain((db) => countMatches(db, matching(given, filter)));

  function byAttribute(given: Explainer) {
    const { filter, ...scope } = matching(given, { field: 'attributes.k', op: 'eq', value: 'v' });
    return given.explain((db) => db.selectFrom('contacts').select('id').where(compileFilter(filter, scope)).execute());
  }

  const cases: (readonly [string, string, (explainer: Explainer) => Promise<string[]>])[] = [
    ['the log', 'messages_log', ({ explain }) => explain((db) => listMessages(db, 't', { limit: 25, cursor: 5 }))],
    [
      'the log by tag',
      'message_tags_by_value',
      ({ explain }) => explain((db) => listMessages(db, 't', { limit: 25, cursor: 5, tag: { key: 'k', value: 'v' } })),
    ],
    ['the log by tag key', 'message_tags', ({ explain }) => explain((db) => listMessages(db, 't', { limit: 25, tag: { key: 'k' } }))],
    ['the events of a message', 'events_of_message', ({ explain }) => explain((db) => listEventsOfMessage(db, 't', 'm'))],
    [
      'bodies that have aged',
      'message_bodies_age',
      ({ db: { dialect }, explain }) => explain((db) => lockAgedBodies(asTrx(db), dialect, { before: 5, limit: 5 })),
    ],
    ['blobs whose time is over', 'blobs_expiry', ({ explain }) => explain((db) => condemnExpired(db, { now: 5, limit: 5 }))],
    [
      'the blobs of tenants',
      'blobs_purge',
      ({ db: { dialect }, explain }) => explain((db) => listKeysOf(db, dialect, { tenantIds: ['t'], limit: 5 })),
    ],
    [
      'the files that a request names',
      'blobs',
      ({ db: { dialect }, explain }) => explain((db) => findFiles(db, dialect, { tenantId: 't', keys: ['k'], now: 5 })),
    ],
    [
      'the files of a group',
      'blobs',
      ({ db: { dialect }, explain }) => explain((db) => lockFiles(asTrx(db), dialect, { keys: ['k'], now: 5 })),
    ],
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
    ['contacts', 'contacts_list', ({ explain }) => explain((db) => listContacts(db, 't', page))],
    ['contacts by status', 'contacts_by_status', ({ explain }) => explain((db) => listContacts(db, 't', { ...page, status: 'cleaned' }))],
    ['one contact by address', 'contacts_by_email', ({ explain }) => explain((db) => listContacts(db, 't', { limit: 25, email: 'a@b.c' }))],
    [
      'the contacts of addresses',
      'contacts_by_email',
      ({ db: { dialect }, explain }) => explain((db) => findContactsByEmail(db, dialect, [{ tenantId: 't', email: 'a@b.c' }])),
    ],
    [
      'who gets no marketing mail',
      'contacts_by_email',
      ({ db: { dialect }, explain }) => explain((db) => findClosed(db, dialect, [{ tenantId: 't', email: 'a@b.c' }])),
    ],
    [
      'the contacts of an address in all tenants',
      'contacts_by_email',
      ({ explain }) => explain((db) => findContactsOf(db, { tenantId: null, email: 'a@b.c', limit: 5 })),
    ],
    ['imports', 'contact_imports_list', ({ explain }) => explain((db) => listImports(db, 't', page))],
    ['open imports', 'contact_imports_open', ({ explain }) => explain((db) => listOpenImports(db, { after: FIRST_JOB, limit: 5 }))],
    [
      'a walk over the imports of a tenant',
      'contact_imports_list',
      ({ explain }) => explain((db) => findImportsNaming(db, { tenantId: 't', email: 'a@b.c' }, { after: FIRST_JOB, limit: 5 })),
    ],
    [
      'a walk over all imports',
      'contact_imports',
      ({ explain }) => explain((db) => findImportsNaming(db, { tenantId: null, email: 'a@b.c' }, { after: FIRST_JOB, limit: 5 })),
    ],
    ['exports', 'contact_exports_list', ({ explain }) => explain((db) => listExports(db, 't', page))],
    [
      'an export to be written',
      'contact_exports_open',
      ({ db: { dialect }, explain }) => explain((db) => claimExport(asTrx(db), dialect, { claim: 'c', now: 1, expiresAt: 2 })),
    ],
    [
      'exports whose time is over',
      'contact_exports_expire',
      ({ explain }) => explain((db) => expireExports(asTrx(db), { now: 1, limit: 5 })),
    ],
    [
      'the contacts of an export',
      'contacts_list',
      ({ explain }) => explain((db) => listOldestContacts(db, 't', { after: FIRST_JOB, until: 5, limit: 5 })),
    ],
    ['broadcasts', 'broadcasts_list', ({ explain }) => explain((db) => listBroadcasts(db, 't', page))],
    ['broadcasts that are due', 'broadcasts_by_status', ({ explain }) => explain((db) => findDue(db, 5, 5))],
    ['the next broadcast that is due', 'broadcasts_by_status', ({ explain }) => explain((db) => findNextDue(db))],
    ['broadcasts that are being sent', 'broadcasts_by_status', ({ explain }) => explain((db) => findSending(db))],
    ['where a page of an audience ends', 'audience_members_list', (given) => given.explain((db) => findPlace(db, inAudience(given), walk))],
    ['where a page of a segment ends', 'contacts_list', (given) => given.explain((db) => findPlace(db, inSegment(given), walk))],
    ['a page of an audience', 'audience_members_list', (given) => given.explain((db) => listCandidates(db, inAudience(given), stretch))],
    ['a page of a segment', 'contacts_list', (given) => given.explain((db) => listCandidates(db, inSegment(given), stretch))],
    ['recipients with mail', 'messages_of_broadcast', ({ explain }) => explain((db) => listMailed(db, broadcast, recipients))],
    [
      'recipients whose mail failed',
      'messages_of_broadcast',
      ({ explain }) => explain((db) => listMailed(db, broadcast, { ...recipients, status: 'failed' })),
    ],
    ['recipients without mail', 'broadcast_skips', ({ explain }) => explain((db) => listSkipped(db, broadcast, recipients))],
    [
      'mail of a broadcast that nobody tried',
      'messages_of_broadcast',
      ({ explain }) => explain((db) => listUntried(db, { broadcastId: 'b', after: '', limit: 5 })),
    ],
    ['whether mail of a broadcast is open', 'messages_of_broadcast', ({ explain }) => explain((db) => hasOpen(db, 'b'))],
    [
      'mail of a broadcast to cancel',
      'messages_of_broadcast',
      ({ db: { dialect }, explain }) => explain((db) => lockQueued(asTrx(db), dialect, { broadcastId: 'b', limit: 5 })),
    ],
    [
      'mail of broadcasts for contacts',
      'messages_of_broadcast',
      ({ db: { dialect }, explain }) => explain((db) => queuedOfContacts(asTrx(db), dialect, { broadcastIds: ['b'], contactIds: ['c'] })),
    ],
    [
      'mail of a broadcast to try again',
      'messages_of_broadcast_unsent',
      ({ db: { dialect }, explain }) =>
        explain((db) => retryFailed(asTrx(db), dialect, { broadcastId: 'b', after: '', limit: 5, now: 1, dueAt: 1 })),
    ],
    ['tests of an hour', 'message_tags', ({ explain }) => explain((db) => countTests(asTrx(db), 't', 5))],
    ['audiences', 'audiences_list', ({ explain }) => explain((db) => listAudiences(db, 't', page))],
    ['broken-off deletions of audiences', 'audiences_list', ({ explain }) => explain((db) => listDisowned(db, 5))],
    [
      'the members of an audience',
      'audience_members_list',
      ({ explain }) => explain((db) => listMembers(db, { tenantId: 't', id: 'a' }, page)),
    ],
    ['the number of members', 'audience_members', ({ explain }) => explain((db) => countMembers(db, 'a'))],
    ['members to remove', 'audience_members', ({ explain }) => explain((db) => deleteMembers(asTrx(db), 'a', 5))],
    [
      'the memberships of contacts',
      'audience_members_of_contact',
      ({ db: { dialect }, explain }) => explain((db) => deleteMembershipsOf(asTrx(db), dialect, ['c'])),
    ],
    [
      'a walk over the announcements of a tenant',
      'events_announced',
      ({ explain }) =>
        explain((db) => findAnnounced(db, { tenantId: 't', email: 'a@b.c' }, { after: { tenantId: 't', id: 'e' }, limit: 5 })),
    ],
    [
      'a walk over all announcements',
      'events_announced',
      ({ explain }) =>
        explain((db) => findAnnounced(db, { tenantId: null, email: 'a@b.c' }, { after: { tenantId: 't', id: 'e' }, limit: 5 })),
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
    [
      'a walk over the answers of a tenant',
      'idempotency_keys',
      ({ explain }) => explain((db) => findNaming(db, { tenantId: 't', email: 'a@b.c' }, { after: FIRST, limit: 5 })),
    ],
    [
      'a walk over all answers',
      'idempotency_keys',
      ({ explain }) => explain((db) => findNaming(db, { tenantId: null, email: 'a@b.c' }, { after: FIRST, limit: 5 })),
    ],
    [
      'the answers that name somebody',
      'idempotency_keys',
      ({ db: { dialect }, explain }) => explain((db) => lockAnswers(asTrx(db), dialect, [FIRST])),
    ],
    [
      'the answers to rewrite',
      'idempotency_keys',
      ({ db: { dialect }, explain }) => explain((db) => updateAnswers(asTrx(db), dialect, [{ ...FIRST, answer: '{}' }])),
    ],
    [
      'when quota is free again',
      'quota_buckets',
      ({ db: { dialect }, explain }) => explain((db) => listBuckets(db, dialect, [{ tenantId: 't', window: 'daily', from: 5 }])),
    ],
    ['the usage of a tenant', 'quota_buckets', ({ explain }) => explain((db) => findUsed(db, 't', 5))],
    ["a message by its provider's id", 'messages_by_provider_id', ({ explain }) => explain((db) => findMessageByProviderId(db, 'p'))],
    ['automations', 'automations_list', ({ explain }) => explain((db) => listAutomations(db, 't', page))],
    [
      'automations that a trigger starts',
      'automations_active',
      ({ db: { dialect }, explain }) => explain((db) => lockTriggered(asTrx(db), dialect, { tenantIds: ['t'], kind: 'contact_created' })),
    ],
    ['automations with something due', 'automation_enrollments_due', ({ explain }) => explain((db) => findDueAutomations(db, 5))],
    ['when an automation is next due', 'automation_enrollments_due', ({ explain }) => explain((db) => nextRunAt(db))],
    ['automations that are not ended yet', 'automations_unfinished', ({ explain }) => explain((db) => listUnfinished(db, 5))],
    ['who is due', 'automation_enrollments_due', ({ explain }) => explain((db) => listDue(db, { automationId: 'a', now: 5, limit: 5 }))],
    [
      'whose turn it is',
      'automation_enrollments',
      ({ db: { dialect }, explain }) => explain((db) => lockDue(asTrx(db), dialect, { ids: ['e'], step: 's', now: 5 })),
    ],
    [
      'what has happened to the mail of enrollments',
      'automation_mails',
      ({ db: { dialect }, explain }) => explain((db) => findHappened(asTrx(db), dialect, { enrollmentIds: ['e'], event: 'open' })),
    ],
    [
      'enrollments whose mail has had events',
      'automation_mails_by_message',
      ({ db: { dialect }, explain }) => explain((db) => wakeWaiting(asTrx(db), dialect, { messageIds: ['m'], events: ['open'], now: 5 })),
    ],
    [
      'enrollments',
      'automation_enrollments_list',
      ({ explain }) => explain((db) => listEnrollments(db, { tenantId: 't', automationId: 'a' }, page)),
    ],
    [
      'enrollments by state',
      'automation_enrollments_by_status',
      ({ explain }) => explain((db) => listEnrollments(db, { tenantId: 't', automationId: 'a' }, { ...page, status: 'active' })),
    ],
    [
      'the enrollment of a contact',
      'automation_enrollments_(?:once|of_contact)',
      ({ explain }) => explain((db) => findEnrollmentOf(db, { automationId: 'a', contactId: 'c' })),
    ],
    [
      'who is cancelled',
      'automation_enrollments_due',
      ({ explain }) => explain((db) => cancelActive(asTrx(db), { automationId: 'a', reason: 'archived', at: 5, limit: 5 })),
    ],
    [
      'the enrollments of an automation to remove',
      'automation_enrollments',
      ({ db: { dialect }, explain }) => explain((db) => deleteEnrollments(asTrx(db), dialect, { automationId: 'a', limit: 5 })),
    ],
    [
      'the automations of contacts',
      'automation_enrollments_of_contact',
      ({ db: { dialect }, explain }) => explain((db) => findAutomationsOf(asTrx(db), dialect, ['c'])),
    ],
    [
      'the enrollments of contacts to remove',
      'automation_enrollments_of_contact',
      ({ db: { dialect }, explain }) => explain((db) => deleteEnrollmentsOf(asTrx(db), dialect, ['c'])),
    ],
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
    ['segments', 'segments_list', ({ explain }) => explain((db) => listSegments(db, 't', page))],
    ['one segment', 'segments', ({ explain }) => explain((db) => findSegment(db, 't', 's'))],
    ['the count of a filter', 'contacts_', (given) => count(given, { all: true })],
    ['contacts by an address', 'contacts_by_email', (given) => count(given, { field: 'email', op: 'eq', value: 'a@b.c' })],
    ['members of an audience', 'audience_members', (given) => count(given, { field: 'audience', op: 'member_of', value: ['a', 'b'] })],
    ['who is in no audience', 'audience_members', (given) => count(given, { field: 'audience', op: 'not_member_of', value: 'a' })],
    ['who has opened', 'events_of_contact', (given) => count(given, { field: 'events.open', op: 'happened', within_days: 5 })],
    [
      'who has not clicked twice in a broadcast',
      'events_of_contact',
      (given) => count(given, { field: 'events.click', op: 'not_happened', min_count: 2, broadcast_id: 'b' }),
    ],
    ['a page of a segment', 'contacts_list', (given) => given.explain((db) => listMatches(db, matching(given, { all: true }), page))],
    [
      'one contact and a filter',
      'contacts_pkey|sqlite_autoindex_contacts_1',
      (given) => given.explain((db) => matchesContact(db, matching(given, { field: 'attributes.k', op: 'gt', value: 5 }), 'c')),
    ],
    // Without the tenant, whose index a planner takes for an empty table. The other engine goes through the tenant's contacts.
    ...(engine.name === 'postgres' ? [['contacts by an attribute', 'contacts_attributes', byAttribute] as const] : []),
    [
      'who takes the mail for names',
      'domains',
      ({ db: { dialect }, explain }) => explain((db) => findInboundOwners(db, dialect, ['a.example', 'b.example'])),
    ],
    ['received mail', 'inbound_mails_log', ({ explain }) => explain((db) => listInbound(db, 't', { limit: 25, cursor: 5 }))],
    [
      "a walk over a tenant's received mail",
      'inbound_mails_log',
      ({ explain }) => explain((db) => findMailNaming(db, { tenantId: 't', email: 'a@b.c' }, { after: FIRST_MAIL, limit: 5 })),
    ],
    [
      'a walk over all received mail',
      'inbound_mails',
      ({ explain }) => explain((db) => findMailNaming(db, { tenantId: null, email: 'a@b.c' }, { after: FIRST_MAIL, limit: 5 })),
    ],
    ['captured mail', 'captured_mail_list', ({ explain }) => explain((db) => listCaptured(db, page))],
  ];

  it.each(cases)('answers %s from %s, without a scan', async (_what, index, plan) => {
    const plans = (await plan(explainer)).join('\n');
    expect(plans).toMatch(new RegExp(index));
    expect(plans).not.toMatch(/Seq Scan on|SCAN (?!\w+ USING|json_each|CONSTANT|v\b|held\b|token\b|enough\b)/);
  });
});
