import type { Kysely } from 'kysely';
import { isIn, lockRows, type Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

const lockedIn = (trx: Trx, { tenantIds, mode }: { tenantIds: readonly string[]; mode: 'wait' | 'skip' }) =>
  trx
    .selectFrom('tenant_meters')
    .select('tenant_id')
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, mode, 'tenant_meters'))
    .execute();

/**
 * Locks the meters of tenants until the transaction ends, without reading them: what two transactions may not change at once within a
 * tenant, such as its contacts or the members of its audiences, is changed while its meter is held.
 */
export async function holdMeters(trx: Trx, tenantIds: readonly string[]): Promise<void> {
  await lockedIn(trx, { tenantIds, mode: 'wait' });
}

/** Locks the meters that nobody else holds, and returns their tenants. */
export async function holdFreeMeters(trx: Trx, tenantIds: readonly string[]): Promise<string[]> {
  const rows = await lockedIn(trx, { tenantIds, mode: 'skip' });
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Returns the next tenants after one by their meters, which those have too that are being deleted. */
export async function listMetersAfter(db: Kysely<Schema>, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant_meters')
    .select('tenant_id')
    .where('tenant_id', '>', after)
    .orderBy('tenant_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.tenant_id);
}
