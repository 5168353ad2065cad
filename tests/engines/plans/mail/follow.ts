import { findBackfill, findBackfillOf, listLagging } from '../../../../server/src/messages/follow/cursor-store.ts';
import { readLogBefore, readLogs } from '../../../../server/src/messages/follow/log-store.ts';
import { readEventsBefore } from '../../../../server/src/messages/follow/past-event-store.ts';
import type { Plan } from '../plan.ts';

const ranges = ['t', 'u'].map((tenantId) => ({ tenantId, followed: 5, until: 7 }));

export const followPlans: readonly Plan[] = [
  ['tenants whose logs are to be followed', 'tenant_meters', (trx) => listLagging(trx, { after: 't', limit: 5 })],
  ['the logs of several tenants', 'messages_log', (trx) => readLogs(trx, ranges, 5)],
  ['tenants with a past', 'stat_cursors_past', (trx) => findBackfill(trx)],
  ['the past of a tenant', 'stat_cursors', (trx) => findBackfillOf(trx, 't')],
  ['mail of the past', 'messages_log', (trx) => readLogBefore(trx, 't', { before: 5, limit: 5 })],
  ['events of the past', 'events_uncounted', (trx) => readEventsBefore(trx, 't', { before: 'e', limit: 5 }), 'sqlite'],
  ['events of the past', 'events_purge', (trx) => readEventsBefore(trx, 't', { before: 'e', limit: 5 }), 'postgres'],
];
