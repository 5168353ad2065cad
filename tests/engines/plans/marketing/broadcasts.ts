import { bulkRecipients, insertSkips } from '../../../../server/src/broadcasts/fan-out/fan-out-store.ts';
import { reissueAll } from '../../../../server/src/broadcasts/fan-out/pace-store.ts';
import { findDue, findFinished, findNextScheduled, findSending } from '../../../../server/src/broadcasts/fan-out/progress-store.ts';
import { listMailed, listSkipped } from '../../../../server/src/broadcasts/ledger/recipient-store.ts';
import { countTests } from '../../../../server/src/broadcasts/send/test-store.ts';
import { findWaitingOfContacts, listDraftBytes, listNewestBroadcasts } from '../../../../server/src/broadcasts/store.ts';
import { findPlace, listCandidates } from '../../../../server/src/broadcasts/target/target-store.ts';

import { insertBulk, lockOverdue } from '../../../../server/src/messages/bulk/index.ts';
import { type Plan, page } from '../plan.ts';

const mail = {
  tenantId: 't',
  broadcastId: 'b',
  idPrefix: 'msg_',
  createdAt: 1,
  from: 'a@b.c',
  domainId: 'd',
  subject: 's',
  bodyId: 'b',
  trackOpens: false,
  trackClicks: false,
  dueUs: 1000,
  stepNs: 0,
};
const walk = { from: { at: 1, id: 'c' }, until: 5, steps: 1000 };
const stretch = { after: { at: 1, id: 'c' }, to: { at: 5, id: 'd' } };
const beginning = { ...stretch, first: 1 };
const broadcast = { tenantId: 't', id: 'b' };
const byId = 'sqlite_autoindex_contacts_1|contacts_pkey';
const recipients = { limit: 25, after: 'c' };
const inAudience = { tenantId: 't', target: { kind: 'audience' as const, id: 'a' }, now: 5 };
const inSegment = {
  tenantId: 't',
  target: { kind: 'segment' as const, filter: { kind: 'all' as const } },
  now: 5,
};

export const broadcastPlans: readonly Plan[] = [
  ['broadcasts', 'broadcasts_list', (trx) => listNewestBroadcasts(trx, 't', page)],
  [
    'broadcasts in some states',
    'broadcasts_list_by_status',
    (trx) => listNewestBroadcasts(trx, 't', { ...page, status: ['draft', 'sent'] }),
  ],
  ['what broadcasts in a state weigh', 'broadcasts_list_by_status', (trx) => listDraftBytes(trx, 't', { ...page, status: ['scheduled'] })],
  ['what broadcasts weigh', 'broadcasts_list', (trx) => listDraftBytes(trx, 't', page)],
  ['broadcasts that are due', 'broadcasts_by_status', (trx) => findDue(trx, 5, 5)],
  ['the next broadcast that is due', 'broadcasts_by_status', (trx) => findNextScheduled(trx)],
  ['broadcasts that are being sent', 'broadcasts_by_status', (trx) => findSending(trx)],
  ['broadcasts that are finished', 'messages_of_broadcast', (trx) => findFinished(trx)],
  ['where a page of an audience ends', 'audience_members_list', (trx) => findPlace(trx, inAudience, walk)],
  ['where a page of a segment ends', 'contacts_list', (trx) => findPlace(trx, inSegment, walk)],
  ['a page of an audience', 'audience_members_list', (trx) => listCandidates(trx, inAudience, stretch)],
  ['a page of a segment', 'contacts_list', (trx) => listCandidates(trx, inSegment, stretch)],
  ['the first of an audience', 'audience_members_list', (trx) => listCandidates(trx, inAudience, beginning)],
  ['the first of a segment', 'contacts_(list|by_status)', (trx) => listCandidates(trx, inSegment, beginning)],
  ['the contacts that a page goes to', byId, (trx) => insertBulk(trx, mail, bulkRecipients(trx, ['c']))],
  ['the contacts that a page leaves out', byId, (trx) => insertSkips(trx, { broadcastId: 'b', contactIds: ['c'], at: 1 })],
  ['broadcasts with mail for contacts', 'broadcast_ledgers_purge', (trx) => findWaitingOfContacts(trx, ['c'])],
  ['mail of broadcasts that is overdue', 'messages_due', (trx) => lockOverdue(trx, { before: 5, retries: false, most: 5 })],
  ['what a resumed tenant was sending', 'broadcasts_(list|by_status)', (trx) => reissueAll(trx, { tenantId: 't', resumed: null })],
  ['recipients with mail', 'messages_of_broadcast', (trx) => listMailed(trx, broadcast, recipients)],
  ['recipients whose mail failed', 'messages_of_broadcast', (trx) => listMailed(trx, broadcast, { ...recipients, status: 'failed' })],
  ['recipients without mail', 'broadcast_skips', (trx) => listSkipped(trx, broadcast, recipients)],
  ['tests of an hour', 'message_tags', (trx) => countTests(trx, 't', 5)],
];
