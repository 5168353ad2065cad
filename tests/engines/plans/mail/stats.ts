import { findBackfill, findBackfillOf, listLagging } from '../../../../server/src/messages/follow/cursor-store.ts';
import { takeDeltas } from '../../../../server/src/stats/delta-store.ts';
import { readEventsBefore, readLogBefore, readLogs } from '../../../../server/src/stats/log-store.ts';
import { readHours } from '../../../../server/src/stats/read-store.ts';
import type { Plan } from '../plan.ts';

const filter = { tenantId: 't', from: 3_600_000, to: 7_200_000, testMode: false };
const ranges = ['t', 'u'].map((tenantId) => ({ tenantId, followed: 5, until: 7 }));

export const statPlans: readonly Plan[] = [
  ['the figures of a tenant', 'stat_hours', (trx) => readHours(trx, filter)],
  ['the figures of a broadcast', 'stat_hours', (trx) => readHours(trx, { ...filter, broadcastId: 'b' })],
  ['what is not folded yet', 'stat_deltas', (trx) => readHours(trx, filter)],
  ['what is not followed yet', 'messages_log', (trx) => readHours(trx, filter)],
  ['what is to be folded', 'stat_deltas', (trx) => takeDeltas(trx, 5)],
  ['tenants whose logs are to be followed', 'tenant_meters', (trx) => listLagging(trx, { after: 't', limit: 5 })],
  ['the logs of several tenants', 'messages_log', (trx) => readLogs(trx, ranges, 5)],
  ['tenants with a past', 'stat_cursors_past', (trx) => findBackfill(trx)],
  ['the past of a tenant', 'stat_cursors', (trx) => findBackfillOf(trx, 't')],
  ['mail of the past', 'messages_log', (trx) => readLogBefore(trx, 't', { before: 5, limit: 5 })],
  ['events of the past', 'events_uncounted', (trx) => readEventsBefore(trx, 't', { before: 'e', limit: 5 }), 'sqlite'],
  ['events of the past', 'events_purge', (trx) => readEventsBefore(trx, 't', { before: 'e', limit: 5 }), 'postgres'],
];
