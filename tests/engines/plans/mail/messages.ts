import { findNextDue } from '../../../../server/src/db/next-due.ts';
import { deleteAttemptsOf } from '../../../../server/src/delivery/store.ts';
import { deleteEventsOf } from '../../../../server/src/events/store.ts';
import { lockAgedBodies } from '../../../../server/src/messages/bodies/body-store.ts';
import { discardStaged, isStaged, lockExpired, lockStaged } from '../../../../server/src/messages/bodies/staged-store.ts';
import { hasOpen, listWaiting, lockQueued, queuedOfContacts, retryFailed } from '../../../../server/src/messages/bulk/broadcast-store.ts';
import {
  claimMessages,
  listClaimJobs,
  listClaims,
  lockClaimed,
  releaseExpiredClaims,
  releaseMessages,
} from '../../../../server/src/messages/claims/claim-store.ts';
import { hideUntil, lockDueTests, resumeMessages, takeDueMessages } from '../../../../server/src/messages/claims/due-store.ts';
import { findAddressed, START } from '../../../../server/src/messages/erasure/erasure-store.ts';
import { deleteMessages, listIds, lockOld } from '../../../../server/src/messages/retention/old-message-store.ts';
import { findBodies, listMessageBytes, listMessages } from '../../../../server/src/messages/store.ts';
import type { Plan } from '../plan.ts';

const CLAIM = { messageId: 'm', jobId: 'j', jobAttempt: 1 };

export const messagePlans: readonly Plan[] = [
  ['the log', 'messages_log', (trx) => listMessages(trx, 't', { limit: 25, cursor: 5 })],
  ['what messages weigh', 'messages_log', (trx) => listMessageBytes(trx, 't', { limit: 25, cursor: 5 })],
  [
    'what messages weigh by tag',
    'message_tags_by_value',
    (trx) => listMessageBytes(trx, 't', { limit: 25, cursor: 5, tag: { key: 'k', value: 'v' } }),
  ],
  ['the log by tag', 'message_tags_by_value', (trx) => listMessages(trx, 't', { limit: 25, cursor: 5, tag: { key: 'k', value: 'v' } })],
  ['the log by tag key', 'message_tags', (trx) => listMessages(trx, 't', { limit: 25, tag: { key: 'k' } })],
  ['bodies that have aged', 'message_bodies_age', (trx) => lockAgedBodies(trx, { before: 5, limit: 5 })],
  ['whether bodies are staged', 'staged_bodies', (trx) => isStaged(trx, ['b'])],
  ['bodies that are staged', 'staged_bodies', (trx) => lockStaged(trx, { ids: ['b'], now: 5 })],
  ['staged bodies that were not accepted', 'staged_bodies', (trx) => discardStaged(trx, ['b'])],
  ['staged bodies whose time is over', 'staged_bodies_expire', (trx) => lockExpired(trx, { now: 5, limit: 5 })],
  ['messages that may be old', 'messages', (trx) => listIds(trx, { after: 'msg_0', below: 'msg_1', limit: 5 })],
  ['old messages', 'messages', (trx) => lockOld(trx, { ids: ['m'], before: 5 })],
  [
    'tags of old messages',
    'message_tags',
    (trx) => deleteMessages(trx, [{ id: 'm', tenantId: 't', position: 1, tagKeys: ['k'], recipients: '[]' }]),
  ],
  ['events of old messages', 'events_of_message', (trx) => deleteEventsOf(trx, ['m'])],
  ['attempts of old messages', 'delivery_attempts_by_message', (trx) => deleteAttemptsOf(trx, ['m'])],
  ['bodies', 'message_bodies', (trx) => findBodies(trx, ['b'])],
  ['the sweep', 'messages_due', (trx) => takeDueMessages(trx, { now: 1, hiddenUntil: 2, most: 5 })],
  ['due messages in test mode to come back to', 'messages', (trx) => hideUntil(trx, { ids: ['m'], until: 2 })],
  ['due messages in test mode', 'messages', (trx) => lockDueTests(trx, ['m'])],
  [
    'held mail of a tenant',
    'messages_due|messages_waiting',
    (trx) => resumeMessages(trx, { tenantId: 't', now: 1, hiddenUntil: 2, most: 5 }),
  ],
  ['the next due message', 'messages_due', (trx) => findNextDue(trx, 'messages')],
  ['messages to claim', 'messages', (trx) => claimMessages(trx, { claims: [CLAIM], expiresAt: 5, held: [] })],
  ['messages that are claimed', 'messages', (trx) => lockClaimed(trx, [CLAIM])],
  ['messages to give back', 'messages', (trx) => releaseMessages(trx, [{ ...CLAIM, dueAt: 5 }])],
  ['dead claims', 'messages_claimed', (trx) => releaseExpiredClaims(trx, { systemNow: 1, dueAt: 2, most: 5 })],
  ['jobs that hold messages', 'messages_claimed', (trx) => listClaimJobs(trx)],
  ['what jobs hold', 'messages_claimed', (trx) => listClaims(trx, ['j'])],
  [
    'a walk over the messages of a tenant',
    'messages_log',
    (trx) => findAddressed(trx, { tenantId: 't', email: 'a@b.c' }, { after: START, limit: 5 }),
  ],
  ['a walk over all messages', 'messages', (trx) => findAddressed(trx, { tenantId: null, email: 'a@b.c' }, { after: START, limit: 5 })],
  ['mail of a broadcast that waits', 'messages_of_broadcast', (trx) => listWaiting(trx, { broadcastId: 'b', after: '', limit: 5 })],
  ['whether mail of a broadcast is open', 'messages_of_broadcast', (trx) => hasOpen(trx, 'b')],
  ['mail of a broadcast to cancel', 'messages_of_broadcast', (trx) => lockQueued(trx, { broadcastId: 'b', status: 'queued', limit: 5 })],
  ['mail of broadcasts for contacts', 'messages_of_broadcast', (trx) => queuedOfContacts(trx, { broadcastIds: ['b'], contactIds: ['c'] })],
  [
    'mail of a broadcast to try again',
    'messages_of_broadcast_unsent',
    (trx) => retryFailed(trx, { broadcastId: 'b', after: '', limit: 5, now: 1 }),
  ],
];
