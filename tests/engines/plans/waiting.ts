import { countWaitingOfBroadcasts } from '../../../server/src/broadcasts/ledger/waiting-store.ts';
import { heldBroadcasts } from '../../../server/src/broadcasts/store.ts';
import { countDoubted } from '../../../server/src/delivery/doubted-store.ts';
import { countBounces, findMostBounced } from '../../../server/src/events/bounce-count-store.ts';
import { findLastRecorded } from '../../../server/src/events/store.ts';
import { countSpooled } from '../../../server/src/inbound/spool/spool-count-store.ts';
import { countEmails } from '../../../server/src/messages/counts/email-count-store.ts';
import { countWaiting } from '../../../server/src/messages/counts/waiting-store.ts';
import { countChanges } from '../../../server/src/storage/store.ts';
import { countWaitingDeliveries } from '../../../server/src/webhooks/deliveries/waiting-store.ts';
import type { Plan } from './plan.ts';

/** What is looked up with every scrape of the metrics. */
export const waitingPlans: readonly Plan[] = [
  ['mail that waits', 'messages_waiting', (trx) => countWaiting(trx, [heldBroadcasts()])],
  ['mail in the hands of workers', 'messages_claimed', (trx) => countWaiting(trx, [heldBroadcasts()])],
  ['mail of broadcasts that waits', 'broadcasts_by_status', (trx) => countWaitingOfBroadcasts(trx)],
  ['webhooks that wait', 'webhook_deliveries_waiting', (trx) => countWaitingDeliveries(trx)],
  ['endpoints that are switched off', 'webhooks_inactive', (trx) => countWaitingDeliveries(trx)],
  ['suspended tenants', 'tenants_suspended', (trx) => countWaitingDeliveries(trx)],
  ['received mail that waits', 'inbound_spool_waiting', (trx) => countSpooled(trx)],
  ['received mail that was laid aside', 'inbound_spool_aside', (trx) => countSpooled(trx)],
  ['attempts in doubt', 'delivery_attempts\\w*_in_doubt', (trx) => countDoubted(trx, 5)],
  ['who has most bounces', 'events_bounced', (trx) => findMostBounced(trx, { since: 5, tenants: 20 })],
  ['bounces by the hour', 'events_bounced', (trx) => countBounces(trx, ['t', 'u'], 5)],
  ['the last event', 'sqlite_autoindex_events_1|events\\w*_pkey', (trx) => findLastRecorded(trx)],
  ['how much mail there was', 'messages_log', (trx) => countEmails(trx, ['t', 'u'], 5)],
  ['changes of the storage', 'storage_changes_by_tenant', (trx) => countChanges(trx, 5), 'sqlite'],
];
