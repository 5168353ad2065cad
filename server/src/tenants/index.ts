import type { AppContext } from '../app-context.ts';
import type { BlobUpkeep } from '../blobs/blobs.ts';
import type { TenantCaller } from '../core/context.ts';
import type { Feature } from '../feature.ts';
import type { IsVerifiedDomain } from './keys/create-api-key.ts';
import { createKeyUsage } from './keys/key-usage.ts';
import { findCaller } from './keys/store.ts';
import { createTenantPurge, purgeDeletedTenants } from './purge/purge-deleted-tenants.ts';
import { apiKeyRoutes } from './routes.ts';

export { createTenant } from './create-tenant.ts';
export { addCredits } from './credits/add-credits.ts';
export { findCreditBalances, returnCredits, settleCredits } from './credits/store.ts';
export { deleteTenant } from './delete-tenant.ts';
export { createApiKey } from './keys/create-api-key.ts';
export { revokeApiKey } from './keys/revoke-api-key.ts';
export { findCaller, listApiKeys } from './keys/store.ts';
export { addToContactCounts, lockContactCounts } from './meter/contact-count-store.ts';
export { lockLogTimes, takeLogTimes, writeLogTimes } from './meter/log-time-store.ts';
export { findMeter, lockMeters, type Meter, storedBytes, writeMeters } from './meter/store.ts';
export { bumpVersion, bumpVersions } from './meter/version-store.ts';
export { presentApiKey, presentCreatedApiKey, presentPack, presentTenant } from './present.ts';
export type { TenantPurge } from './purge/purge-deleted-tenants.ts';
export { findTenant, listTenants, suspendedTenants } from './store.ts';
export type { Tenant } from './tenant.ts';
export { tenantResumed, updateTenant } from './update-tenant.ts';

export interface TenantDeps {
  readonly blobs: Pick<BlobUpkeep, 'removeOf'>;
  readonly isVerifiedDomain: IsVerifiedDomain;
}

/** Tenants with their keys, wired. */
export function createTenants(app: AppContext, { blobs, isVerifiedDomain }: TenantDeps) {
  const usage = createKeyUsage(app);
  const parts = { ...app, blobs };
  const purge = createTenantPurge(parts);
  const feature = {
    routes: { apiKeys: apiKeyRoutes({ app, isVerifiedDomain }) },
    cleanup: [(limit: number) => purgeDeletedTenants(parts, limit)],
    stop: async () => {
      await purge.stop();
      await usage.flush();
    },
  } satisfies Feature;
  return {
    ...feature,
    purge,
    /** Finds the key with this SHA-256 (hex) among those that may be used, and notes that it was. */
    async findKey(keyHash: string): Promise<TenantCaller | undefined> {
      const caller = await findCaller(app.db.read, keyHash);
      if (caller !== undefined) usage.note(caller.keyId);
      return caller;
    },
  };
}
