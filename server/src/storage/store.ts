import { type Kysely, type RawBuilder, sql } from 'kysely';
import { insertMany, isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** `kept` is what a plan limits; `received` is the sources of mail, whose amount others decide. */
export type StorageKind = 'kept' | 'received';

/** Bytes that were added, or removed if negative. */
export interface StorageChange {
  readonly tenantId: string;
  readonly kind: StorageKind;
  readonly bytes: number;
}

const keyOf = ({ tenantId, kind }: StorageChange) => `${tenantId} ${kind}`;

function sumUp(changes: readonly StorageChange[]): StorageChange[] {
  const groups = [...Map.groupBy(changes, keyOf).values()];
  const sums = groups.flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, bytes: group.reduce((sum, { bytes }) => sum + bytes, 0) }];
  });
  return sums.filter(({ bytes }) => bytes !== 0);
}

/** Records additions and removals in the transaction in which they happen. It locks no row: the figures are updated later. */
export async function noteStorage(trx: Trx, changes: readonly StorageChange[]): Promise<void> {
  const rows = sumUp(changes).map(({ tenantId, kind, bytes }) => ({ tenant_id: tenantId, kind, bytes }));
  await insertMany(trx, 'storage_changes', rows);
}

/** Returns the bytes that are not yet in a tenant's figure in its meter, for a statement on `tenant_meters`. */
export const changedBytes = (kind: StorageKind): RawBuilder<number> =>
  sql<number>`(select cast(coalesce(sum(c.bytes), 0) as bigint) from storage_changes c
    where c.tenant_id = tenant_meters.tenant_id and c.kind = ${kind})`;

/** Returns how many bytes a tenant stores, in one statement and without locks. */
export async function findStored(db: Kysely<Schema>, tenantId: string, kind: StorageKind): Promise<number> {
  const row = await db
    .selectFrom('tenant_meters')
    .select(kind === 'kept' ? 'kept_bytes as figure' : 'received_bytes as figure')
    .select(changedBytes(kind).as('changed'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row === undefined ? 0 : row.figure + row.changed;
}

/** Removes and returns the changes of tenants whose meters are locked, to be added to the figures in this transaction. */
export async function takeChanges(
  trx: Trx,
  { tenantIds, kind }: { tenantIds: readonly string[]; kind: StorageKind },
): Promise<StorageChange[]> {
  if (tenantIds.length === 0) return [];
  const rows = await trx
    .deleteFrom('storage_changes')
    .where('kind', '=', kind)
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .returningAll()
    .execute();
  // Safe because only these kinds are written.
  return sumUp(rows.map(({ tenant_id, kind, bytes }) => ({ tenantId: tenant_id, kind: kind as StorageKind, bytes })));
}

/** Counts the changes that are not in a figure yet, up to `most`. */
export async function countChanges(db: Kysely<Schema>, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select tenant_id from storage_changes limit ${sql.lit(most)}) r`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns tenants with changes, ordered by id. */
export async function listChanged(db: Kysely<Schema>, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const query = db.selectFrom('storage_changes').select('tenant_id').distinct().where('tenant_id', '>', after);
  const rows = await query.orderBy('tenant_id').limit(limit).execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Adds pending changes to the figures of tenants, except those whose meters others hold; changes of deleted tenants are dropped. */
export async function addChanges(trx: Trx, tenantIds: readonly string[]): Promise<void> {
  const locked = await trx
    .selectFrom('tenant_meters')
    .select('tenant_id')
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'skip', 'tenant_meters'))
    .execute();
  const ids = locked.map(({ tenant_id }) => tenant_id);
  const kept = await takeChanges(trx, { tenantIds: ids, kind: 'kept' });
  const received = await takeChanges(trx, { tenantIds: ids, kind: 'received' });
  const changeOf = (changes: readonly StorageChange[], id: string) => changes.find(({ tenantId }) => tenantId === id)?.bytes ?? 0;
  const rows = ids.map((id) => ({ tenant_id: id, kept: changeOf(kept, id), received: changeOf(received, id) }));
  await trx
    .updateTable('tenant_meters')
    .from(valuesTable(trx, { tenant_id: 'text', kept: 'bigint', received: 'bigint' }, rows))
    .set({ kept_bytes: sql`tenant_meters.kept_bytes + v.kept`, received_bytes: sql`tenant_meters.received_bytes + v.received` })
    .whereRef('tenant_meters.tenant_id', '=', 'v.tenant_id')
    .execute();
  await trx
    .deleteFrom('storage_changes')
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenant_meters')
            .select('tenant_meters.tenant_id')
            .whereRef('tenant_meters.tenant_id', '=', 'storage_changes.tenant_id'),
        ),
      ),
    )
    .execute();
}
