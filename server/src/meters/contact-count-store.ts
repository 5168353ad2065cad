import { sql } from 'kysely';
import { lockRows, type Trx, valuesTable } from '../db/dialect.ts';

/** Locks the meter of a tenant and returns its number of contacts; undefined for a deleted tenant. */
export async function lockContactCount(trx: Trx, tenantId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('tenant_meters')
    .select('contact_count')
    .where('tenant_id', '=', tenantId)
    .modifyEnd(lockRows(trx, 'wait', 'tenant_meters'))
    .executeTakeFirst();
  return row?.contact_count;
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
