export { addCredits } from './add-credits.ts';
export { authenticate } from './authenticate.ts';
export { createApiKey } from './create-api-key.ts';
export { createTenant } from './create-tenant.ts';
export { findCreditBalances, returnCredits, settleCredits } from './credit-store.ts';
export { deleteTenant } from './delete-tenant.ts';
export { keyUsage } from './key-usage.ts';
export {
  addToContactCounts,
  lockContactCounts,
  lockLogTimes,
  lockMeters,
  type Meter,
  type MeterReading,
  readMeter,
  takeLogTimes,
  writeLogTimes,
  writeMeters,
} from './meters.ts';
export { presentApiKey, presentCreatedApiKey, presentTenant } from './present.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { apiKeyRoutes } from './routes.ts';
export { bumpVersion, bumpVersions, findPlan, findTenant, listApiKeys, listTenants, type StoredTenant } from './store.ts';
export { purgeDeletedTenants, type TenantPurge, tenantPurge } from './tenant-purge.ts';
export { updateTenant } from './update-tenant.ts';
