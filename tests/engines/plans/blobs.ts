import { listKeysOf, retireExpired } from '../../../server/src/blobs/store.ts';
import type { Plan } from './plan.ts';

export const blobPlans: readonly Plan[] = [
  ['blobs whose time is over', 'blobs_expiry', (trx) => retireExpired(trx, { now: 5, limit: 5 })],
  ['the blobs of tenants', 'blobs_purge', (trx) => listKeysOf(trx, { tenantIds: ['t'], limit: 5 })],
];
