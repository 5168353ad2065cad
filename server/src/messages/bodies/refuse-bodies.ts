import type { Kysely } from 'kysely';
import type { ApiError } from '../../core/api-error.ts';
import type { Schema } from '../../db/schema.ts';
import { limitsOf, refuseStorage } from '../../quota/index.ts';
import { findTenant, type Meter } from '../../tenants/index.ts';

/** Returns the refusal of bodies that a tenant has no room for. */
export async function refuseBodies(
  db: Kysely<Schema>,
  tenantId: string,
  bytes: number,
): Promise<ApiError<'storage_limit_reached'> | undefined> {
  const tenant = bytes > 0 ? await findTenant(db, tenantId) : undefined;
  return tenant && refuseStorage(db, { ...tenant, tenantId }, bytes);
}

/** Returns the bytes that a tenant has room for, whose meter is held. */
export async function findRoomOf(db: Kysely<Schema>, { tenantId, keptBytes, changedBytes }: Meter): Promise<number> {
  const tenant = await findTenant(db, tenantId);
  const limit = tenant === undefined ? 0 : limitsOf(tenant.plan, tenant.overrides).storage;
  return limit === null ? Number.POSITIVE_INFINITY : limit - keptBytes - changedBytes;
}
