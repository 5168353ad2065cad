import {
  findContents,
  findLast,
  findPlace,
  findWaitersWithEvents,
  listContentBytes,
  listPlacedEvents,
} from '../../../../server/src/feed/store.ts';
import type { Plan } from '../plan.ts';

const range = { tenantId: 't', after: 1, until: 9 };

export const feedPlans: readonly Plan[] = [
  ['the next events of a tenant', 'events_feed', (trx) => listPlacedEvents(trx, range, 25)],
  ['the next events of a message', 'events_of_message', (trx) => listPlacedEvents(trx, { ...range, messageId: 'm' }, 25)],
  ['the last event of a tenant', 'events_feed', (trx) => findLast(trx, { tenantId: 't', until: 9 })],
  [
    'who waits for an event',
    'events_feed',
    (trx) => findWaitersWithEvents(trx, { rows: [{ key: 1, tenant_id: 't', after: 1 }], until: 9 }),
  ],
  ['the place of an event', 'events', (trx) => findPlace(trx, { tenantId: 't', id: 'e' })],
  ['what is told of events', 'events', (trx) => findContents(trx, ['e'])],
  ['what they weigh', 'events', (trx) => listContentBytes(trx, ['e'])],
];
