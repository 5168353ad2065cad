import { findUsed, listBuckets } from '../../../server/src/quota/index.ts';
import type { Plan } from './plan.ts';

export const quotaPlans: readonly Plan[] = [
  ['when quota is free again', 'quota_buckets', (trx) => listBuckets(trx, [{ tenantId: 't', window: 'daily', from: 5 }])],
  ['the usage of a tenant', 'quota_buckets', (trx) => findUsed(trx, 't', 5)],
];
