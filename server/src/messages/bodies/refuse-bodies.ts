import type { Kysely } from 'kysely';
import type { ApiError } from '../../core/errors/api-error.ts';
import type { Schema } from '../../db/schema.ts';
import { type Meter, storedBytes } from '../../meters/store.ts';
import { refuseStorage, storageLimit } from '../../quota/index.ts';
import { findTenant } from '../../tenants/index.ts';

/** Returns the refusal of bodies with which a tenant would exceed its storage limit; undefined where they fit. */
export async function refuseBodies(
  db: Kysely<Schema>,
  tenantId: string,
  bytes: number,
): Promise<ApiError<'storage_limit_reached'> | undefined> {
  const tenant = bytes > 0 ? await findTenant(db, tenantId) : undefined;
  return tenant && refuseStorage(db, { ...tenant, tenantId }, bytes);
}

/** Returns how many more bytes a tenant may keep, by its locked meter. */
export async function findStorageLeft(db: Kysely<Schema>, meter: Meter): Promise<number> {
  const tenant = await findTenant(db, meter.tenantId);
  return tenant === undefined ? 0 : storageLimit(tenant) - storedBytes(meter);
}
