import type { AppContext } from '../app-context.ts';
import type { BlobUpkeep } from '../blobs/blobs.ts';
import type { TenantCaller } from '../core/context.ts';
import type { IsVerifiedDomain } from './create-api-key.ts';
import { keyUsage } from './key-usage.ts';
import { apiKeyRoutes } from './routes.ts';
import { findCaller } from './store.ts';
import { purgeDeletedTenants, tenantPurge } from './tenant-purge.ts';

export { addCredits } from './add-credits.ts';
export { addToContactCounts, lockContactCounts } from './contact-count-store.ts';
export { createApiKey } from './create-api-key.ts';
export { createTenant } from './create-tenant.ts';
export { findCreditBalances, returnCredits, settleCredits } from './credit-store.ts';
export { deleteTenant } from './delete-tenant.ts';
export { lockLogTimes, takeLogTimes, writeLogTimes } from './log-time-store.ts';
export { lockMeters, type Meter, type MeterReading, readMeter, writeMeters } from './meter-store.ts';
export { presentApiKey, presentCreatedApiKey, presentTenant } from './present.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { bumpVersion, bumpVersions, findCaller, findPlan, findTenant, listApiKeys, listTenants, type StoredTenant } from './store.ts';
export type { TenantPurge } from './tenant-purge.ts';
export { tenantResumed, updateTenant } from './update-tenant.ts';

export interface TenantDeps {
  readonly blobs: Pick<BlobUpkeep, 'removeOf'>;
  readonly isVerifiedDomain: IsVerifiedDomain;
}

/** Tenants with their keys, wired. */
export function createTenants(app: AppContext, { blobs, isVerifiedDomain }: TenantDeps) {
  const usage = keyUsage(app);
  const parts = { ...app, blobs };
  const purge = tenantPurge(parts);
  return {
    routes: { apiKeys: apiKeyRoutes({ app, isVerifiedDomain }) },
    cleanup: [(limit: number) => purgeDeletedTenants(parts, limit)],
    purge,
    /** Finds the key with this SHA-256 (hex) among those that may be used, and notes that it was. */
    async findKey(keyHash: string): Promise<TenantCaller | undefined> {
      const caller = await findCaller(app.db.read, keyHash);
      if (caller !== undefined) usage.note(caller.keyId);
      return caller;
    },
    stop: async () => {
      await purge.stop();
      await usage.flush();
    },
  };
}
