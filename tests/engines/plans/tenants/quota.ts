import { findUsed, listBuckets } from '../../../../server/src/quota/index.ts';
import { findStored, listChanged } from '../../../../server/src/storage/store.ts';
import type { Plan } from '../plan.ts';

export const quotaPlans: readonly Plan[] = [
  ['when quota is free again', 'quota_buckets', (trx) => listBuckets(trx, [{ tenantId: 't', window: 'daily', from: 5 }])],
  ['the usage of a tenant', 'quota_buckets', (trx) => findUsed(trx, 't', 5)],
  ['what a tenant keeps', 'storage_changes_by_tenant', (trx) => findStored(trx, 't', 'kept')],
  ['tenants whose storage has changed', 'storage_changes_by_tenant', (trx) => listChanged(trx, { after: 't', limit: 5 })],
];
