import { findAnnounced } from '../../../../server/src/events/erasure-store.ts';
import {
  countEventsOfMessages,
  eraseInEvents,
  findWithEventsSince,
  listBytesOfContact,
  listEventsOfContact,
  listEventsOfMessage,
} from '../../../../server/src/events/index.ts';
import { listOldEvents } from '../../../../server/src/events/retention-store.ts';
import { type Plan, page } from '../plan.ts';

export const eventPlans: readonly Plan[] = [
  ['the events of a contact', 'events_of_contact', (trx) => listEventsOfContact(trx, 'c', page)],
  ['what they weigh', 'events_of_contact', (trx) => listBytesOfContact(trx, 'c', page)],
  ['the events of a message', 'events_of_message', (trx) => listEventsOfMessage(trx, 't', 'm')],
  ['how many events messages have', 'events_of_message', (trx) => countEventsOfMessages(trx, ['m'])],
  ['which messages have had events lately', 'events_of_message', (trx) => findWithEventsSince(trx, ['m'], 5)],
  ['the events of many messages', 'events_of_message', (trx) => eraseInEvents(trx, { messageIds: ['m'], email: 'a@b.c' })],
  ['old events in their order', 'events', (trx) => listOldEvents(trx, { after: 'e', below: 'f', limit: 5 })],
  [
    'a walk over the announcements of a tenant',
    'events_announced',
    (trx) => findAnnounced(trx, { tenantId: 't', email: 'a@b.c' }, { after: { tenantId: 't', id: 'e' }, limit: 5 }),
  ],
  [
    'a walk over all announcements',
    'events_announced',
    (trx) => findAnnounced(trx, { tenantId: null, email: 'a@b.c' }, { after: { tenantId: 't', id: 'e' }, limit: 5 }),
  ],
];
