import { takeDeltas } from '../../../../server/src/stats/delta-store.ts';
import { readHours } from '../../../../server/src/stats/read-store.ts';
import type { Plan } from '../plan.ts';

const filter = { tenantId: 't', from: 3_600_000, to: 7_200_000, testMode: false };

export const statPlans: readonly Plan[] = [
  ['the figures of a tenant', 'stat_hours', (trx) => readHours(trx, filter)],
  ['the figures of a broadcast', 'stat_hours', (trx) => readHours(trx, { ...filter, broadcastId: 'b' })],
  ['what is not folded yet', 'stat_deltas', (trx) => readHours(trx, filter)],
  ['what is not followed yet', 'messages_log', (trx) => readHours(trx, filter)],
  ['what is to be folded', 'stat_deltas', (trx) => takeDeltas(trx, 5)],
];
