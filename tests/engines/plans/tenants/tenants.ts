import { holdFreeMeters, listMetersAfter } from '../../../../server/src/meters/hold-store.ts';
import { findCreditBalances, returnCredits, settleCredits } from '../../../../server/src/tenants/index.ts';
import { findCaller, isKeyOfSuspendedTenant, listApiKeys } from '../../../../server/src/tenants/keys/store.ts';
import { deletePage } from '../../../../server/src/tenants/purge/store.ts';
import { listTenants } from '../../../../server/src/tenants/store.ts';
import { type Plan, page } from '../plan.ts';

/** A meter whose first pack has expired. */
const stale = () => ({
  tenantId: 't',
  version: 1,
  lastMessageAt: 0,
  lastTestEventAt: 0,
  rateHits: [],
  dayUsed: 0,
  dayFrom: 0,
  monthUsed: 0,
  monthFrom: 0,
  creditsBalance: 1,
  creditsExpireAt: 5,
  keptBytes: 0,
  changedBytes: 0,
  contactCount: 0,
});

export const tenantPlans: readonly Plan[] = [
  ['authentication', 'api_keys_authenticate', (trx) => findCaller(trx, 'h')],
  ['whether a key is of a suspended tenant', 'api_keys_authenticate', (trx) => isKeyOfSuspendedTenant(trx, 'h')],
  ['the keys of a tenant', 'api_keys_list', (trx) => listApiKeys(trx, 't', page)],
  ['tenants', 'tenants_list', (trx) => listTenants(trx, page)],
  ['the meters after one', 'tenant_meters', (trx) => listMetersAfter(trx, { after: 't', limit: 5 })],
  ['meters that nobody holds', 'tenant_meters', (trx) => holdFreeMeters(trx, ['t'])],
  ['the balances of tenants', 'credit_packs_of_tenant', (trx) => findCreditBalances(trx, { tenantIds: ['t'], now: 5 })],
  ['the packs that are still valid', 'credit_packs_of_tenant', (trx) => settleCredits(trx, [stale()], 5)],
  [
    'events of a deleted tenant',
    'events_(?:feed|purge)',
    (trx) => deletePage(trx, { table: 'events', key: ['id'], tenantIds: ['t'], limit: 5 }),
  ],
  [
    'prepaid emails given back',
    'credit_packs_of_tenant',
    (trx) => returnCredits(trx, { emails: new Map([[stale(), { drawn: 1, byPlan: 0 }]]), now: 5 }),
  ],
];
