import { measureContacts, scanContacts } from '../../../../server/src/contacts/search-store.ts';
import { findFollowedPart } from '../../../../server/src/messages/follow/cursor-store.ts';
import {
  findAtPositions,
  listAtPositions,
  listTagged,
  measurePart,
  scanLog,
} from '../../../../server/src/messages/search/message-store.ts';
import {
  deleteIndexRows,
  deleteRecipients,
  findErasedHashes,
  listPositionsOf,
} from '../../../../server/src/messages/search/recipient-store.ts';
import type { Plan } from '../plan.ts';

const part = { tenantId: 't', from: 1, below: 9, rows: 5 };
const filter = { status: 'failed', subject: 's', tag: { key: 'k', value: 'v' } };
const places = { from: 1, below: 9, limit: 5 };
const contacts = { tenantId: 't', cursor: { createdAt: 5, id: 'x' }, rows: 5 };

export const searchPlans: readonly Plan[] = [
  ['a search of messages', 'messages_log', (trx) => scanLog(trx, part, { filter, email: 'a@b.c', limit: 5 })],
  ['how far a search went', 'messages_log', (trx) => measurePart(trx, part)],
  [
    'messages at places',
    String.raw`messages_log \(tenant_id=\? AND position=\?\)`,
    (trx) => findAtPositions(trx, 't', { positions: [1, 2], filter, limit: 5 }),
    'sqlite',
  ],
  ['messages to be shown', 'messages_log', (trx) => listAtPositions(trx, 't', [1, 2])],
  ['messages at places', 'messages_log', (trx) => findAtPositions(trx, 't', { positions: [1, 2], filter, limit: 5 })],
  ['places of a tag', 'message_tags', (trx) => listTagged(trx, { tenantId: 't', key: 'k', value: 'v' }, places)],
  ['mail to somebody', 'message_recipients', (trx) => listPositionsOf(trx, { tenantId: 't', hash: 'h', contactId: null }, places)],
  [
    'mail of broadcasts to somebody',
    'events_of_contact',
    (trx) => listPositionsOf(trx, { tenantId: 't', hash: 'h', contactId: 'c' }, places),
  ],
  ['what is indexed', 'stat_cursors', (trx) => findFollowedPart(trx, 't')],
  ['who was erased of recipients', 'erasures', (trx) => findErasedHashes(trx, [{ tenantId: 't', hash: 'h', position: 1 }])],
  ['recipients of old messages', 'message_recipients', (trx) => deleteIndexRows(trx, [{ tenantId: 't', hash: 'h', position: 1 }])],
  ['recipients to erase', 'message_recipients', (trx) => deleteRecipients(trx, { messageIds: ['m'], hash: 'h' })],
  // SQLite calls what the index gives by the name of the table, so that it reads like a scan of that.
  ['a search of contacts', 'contacts_list', (trx) => scanContacts(trx, contacts, { filter: { email: 'a' }, limit: 5 }), 'postgres'],
  ['how far a search of contacts went', 'contacts_list', (trx) => measureContacts(trx, contacts)],
];
