import type { AppContext } from '../app-context.ts';
import type { BlobUpkeep } from '../blobs/blobs.ts';
import type { Feature } from '../feature.ts';
import type { IsVerifiedDomain } from './keys/create-api-key.ts';
import { createKeyUsage, type KeyUsage } from './keys/key-usage.ts';
import { createKnownCallers, type KnownCallers } from './keys/known-callers.ts';
import { createTenantPurge, purgeDeletedTenants } from './purge/purge-deleted-tenants.ts';
import { apiKeyRoutes, type FindCallerNow } from './routes.ts';

export { createTenant } from './create-tenant.ts';
export { addCredits } from './credits/add-credits.ts';
export { findCreditBalances, type ReturnedCredits, returnCredits, settleCredits } from './credits/store.ts';
export { deleteTenant, tenantDeleted } from './delete-tenant.ts';
export { createApiKey } from './keys/create-api-key.ts';
export type { KnownCallers } from './keys/known-callers.ts';
export { revokeApiKey } from './keys/revoke-api-key.ts';
export { findCaller, findServiceCaller, isKeyOfSuspendedTenant, listApiKeys } from './keys/store.ts';
export { presentApiKey, presentCreatedApiKey, presentPack, presentTenant } from './present.ts';
export type { TenantPurge } from './purge/purge-deleted-tenants.ts';
export { findTenant, isActiveTenant, listTenants, readOverrides, readPlan, suspendedTenants } from './store.ts';
export type { Tenant } from './tenant.ts';
export { tenantResumed, updateTenant } from './update-tenant.ts';

export interface TenantParts {
  readonly blobs: Pick<BlobUpkeep, 'removeOf'>;
  readonly isVerifiedDomain: IsVerifiedDomain;
  readonly findCallerNow: FindCallerNow;
}

const noted =
  (find: KnownCallers['find'], usage: KeyUsage): KnownCallers['find'] =>
  async (keyHash) => {
    const caller = await find(keyHash);
    if (caller !== undefined) usage.note(caller.keyId);
    return caller;
  };

/** Creates the feature `tenants`: the routes of keys, who calls with which key, and the purge of deleted tenants. */
export function createTenants(app: AppContext, { blobs, isVerifiedDomain, findCallerNow }: TenantParts) {
  const usage = createKeyUsage(app);
  const callers = createKnownCallers(app.db.read);
  const parts = { ...app, blobs };
  const purge = createTenantPurge(parts);
  const feature = {
    routes: { apiKeys: apiKeyRoutes({ app, isVerifiedDomain, findCallerNow }) },
    cleanup: [(limit: number) => purgeDeletedTenants(parts, limit)],
    stop: async () => {
      await purge.stop();
      await usage.flush();
    },
  } satisfies Feature;
  return {
    ...feature,
    purge,
    callers,
    /** The same, for whoever calls now: notes that the key was used. */
    authenticated: { find: noted(callers.find, usage), recall: noted(callers.recall, usage) } satisfies KnownCallers,
  };
}
