import { type Kysely, sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';

/** Locks the meters of tenants and returns their numbers of contacts. Every change of contacts or of audience members holds these locks. */
export async function lockContactCounts(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('tenant_meters')
    .select(['tenant_id', 'contact_count'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'tenant_meters'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.contact_count]));
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

/** Locks the meters that nobody else holds, and returns their tenants. */
export async function lockFreeMeters(trx: Trx, tenantIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('tenant_meters')
    .select('tenant_id')
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'skip', 'tenant_meters'))
    .execute();
  return rows.map((row) => row.tenant_id);
}

/** Counts contacts that came, or went where the number is negative, in locked meters. */
export async function addToContactCounts(trx: Trx, additions: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...additions].map(([tenant_id, added]) => ({ tenant_id, added }));
  await trx
    .updateTable('tenant_meters')
    .from(valuesTable(trx, { tenant_id: 'text', added: 'bigint' }, rows))
    .set({ contact_count: sql`tenant_meters.contact_count + v.added` })
    .whereRef('tenant_meters.tenant_id', '=', 'v.tenant_id')
    .execute();
}
