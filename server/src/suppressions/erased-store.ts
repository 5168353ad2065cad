import type { Kysely } from 'kysely';
import { isIn, type Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** Records an erasure; if it was recorded before, the later time counts. */
export async function insertErasure(
  trx: Trx,
  { tenantId, addressHash, createdAt }: { tenantId: string; addressHash: string; createdAt: number },
): Promise<void> {
  await trx
    .insertInto('erasures')
    .values({ tenant_id: tenantId, address_hash: addressHash, created_at: createdAt })
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'tenant_id']).doUpdateSet({ created_at: createdAt }).where('erasures.created_at', '<', createdAt),
    )
    .execute();
}

export async function deleteErasure(trx: Trx, tenantId: string, addressHash: string): Promise<void> {
  await trx.deleteFrom('erasures').where('address_hash', '=', addressHash).where('tenant_id', '=', tenantId).execute();
}

/** The erasures of a tenant, and those of all tenants. */
const erasuresFor = (db: Kysely<Schema>, tenantId: string) =>
  db.selectFrom('erasures').select('address_hash').where('tenant_id', 'in', [tenantId, '']);

/** Returns whether any address was erased that a tenant must not write to. */
export async function hasErasures(db: Kysely<Schema>, tenantId: string): Promise<boolean> {
  return (await erasuresFor(db, tenantId).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the hashes of addresses that were erased after a time, for one tenant or for all. */
export async function findErasures(
  db: Kysely<Schema>,
  { tenantId, hashes, after }: { readonly tenantId: string; readonly hashes: readonly string[]; readonly after: number },
): Promise<string[]> {
  const rows = await erasuresFor(db, tenantId)
    .where((eb) => isIn(db, eb.ref('address_hash'), hashes))
    .where('created_at', '>', after)
    .execute();
  return rows.map(({ address_hash }) => address_hash);
}
