import { type Kysely, sql } from 'kysely';
import type { Trx } from '../db/dialect.ts';
import { lockTables } from '../db/moving/whole-tables.ts';
import type { Schema, TableName } from '../db/schema.ts';
import { hasArrived, type MoveMark } from './mark-store.ts';
import { allTables, seededTables } from './move-rules.ts';

const isSeeded = (table: TableName) => seededTables.some((seeded) => seeded === table);

/** Returns a table of these that has rows, other than those that a new database has; undefined where there is none. */
export async function findNonEmptyTable(db: Kysely<Schema>, tables: readonly TableName[] = allTables): Promise<string | undefined> {
  if (tables.length === 0) return undefined;
  const found = tables.map((table) => {
    const own = isSeeded(table) ? sql`where tenant_id <> ''` : sql``;
    return sql`select ${sql.lit(table)} as name where exists (select 1 from ${sql.table(table)} ${own})`;
  });
  const { rows } = await sql<{ name: string }>`${sql.join(found, sql` union all `)}`.execute(db);
  return rows[0]?.name;
}

/** Blocks all other writers, and returns whether a move has arrived: the transaction of a killed process has ended by then. */
export async function lockAndFindArrival(trx: Trx, mark: MoveMark): Promise<boolean> {
  await lockTables(trx, allTables);
  return hasArrived(trx, mark);
}

/** Removes the rows that a new database has, for those of the other one to take their place. */
export async function deleteSeeds(trx: Trx): Promise<void> {
  for (const table of seededTables) await trx.deleteFrom(table).where('tenant_id', '=', '').execute();
}

/** Returns once all rows have arrived that were sent before: insertions are not answered by themselves. */
export const awaitRows = (trx: Trx) => sql`select 1`.execute(trx);

export async function countRows(db: Kysely<Schema>, table: TableName): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts blobs whose bytes are not in the database. */
export async function countExternalBlobs(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from blobs
    where stored_at is not null and size > 0 and not exists (select 1 from blob_chunks where blob_chunks.blob_key = blobs.key)`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
