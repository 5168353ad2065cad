import { sql } from 'kysely';
import { isIn, type Trx } from '../db/dialect.ts';

/**
 * Tells every process that settings of the tenant have changed. The first statement of a transaction
 * that changes them: it holds the tenant's meter, so that such changes follow one another.
 */
export async function bumpVersion(trx: Trx, tenantId: string): Promise<void> {
  await trx.updateTable('tenant_meters').set({ version: sql`version + 1` }).where('tenant_id', '=', tenantId).execute();
}

/** The same for many tenants. Against a process that holds several of them it may lose, and its transaction is run again. */
export async function bumpVersions(trx: Trx, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await trx
    .updateTable('tenant_meters')
    .set({ version: sql`version + 1` })
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .execute();
}
