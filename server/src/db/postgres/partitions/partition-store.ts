import { type Kysely, type RawBuilder, sql } from 'kysely';
import { gapsIn, type IdRange, type PartitionedTable, suffixOf } from './ranges.ts';

/** Rows moved from the default partition to their own at a time, while everybody waits. */
const MOST_BROUGHT = 10_000;

/** A partitioned table, which has another name while its rows are still being copied. */
export interface Parent {
  readonly table: PartitionedTable;
  readonly name: string;
}

export interface Partition extends IdRange {
  readonly name: string;
}

/** Returns the name of the default partition. */
export const defaultOf = (table: PartitionedTable) => `${table}_default`;

/** Returns whether a table is partitioned; undefined if there is no such table. */
export async function isPartitioned(db: Kysely<unknown>, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ kind: string }>`select relkind as kind from pg_class where oid = to_regclass(${name})`.execute(db);
  return rows[0] === undefined ? undefined : rows[0].kind === 'p';
}

const BOUNDS = /^FOR VALUES FROM \('([^']*)'\) TO \('([^']*)'\)$/;

/** Returns the partitions of a table in order, without the default one. */
export async function listPartitions(db: Kysely<unknown>, parent: string): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${parent})`.execute(db);
  const partitions = rows.flatMap(({ name, bounds }) => {
    const [, from, to] = BOUNDS.exec(bounds) ?? [];
    return from === undefined || to === undefined ? [] : [{ name, from, to }];
  });
  return partitions.toSorted((left, right) => (left.from < right.from ? -1 : 1));
}

const INDEX = /^CREATE (?:UNIQUE )?INDEX \S+ ON (?:ONLY )?\S+ (USING .*)$/s;

/**
 * Gives a table the indexes of another one, each under another name. Only the primary key stays unique: PostgreSQL requires the id in every
 * unique index over all partitions.
 */
export async function copyIndexes(trx: Kysely<unknown>, from: string, to: string, nameOf: (index: string) => string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string; isKey: boolean }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as "isKey"
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${from}) order by 1`.execute(trx);
  for (const { name, definition, isKey } of rows) {
    const how = INDEX.exec(definition)?.[1] ?? '';
    const made = isKey
      ? sql`alter table ${sql.table(to)} add constraint ${sql.ref(nameOf(name))} primary key (id)`
      : sql`create index ${sql.ref(nameOf(name))} on ${sql.table(to)} ${sql.raw(how)}`;
    await made.execute(trx);
  }
}

/**
 * Returns the storage parameters of rows, which a partitioned table does not have: those of the default partition, or of the table that is
 * yet to be partitioned.
 */
async function findStorage(trx: Kysely<unknown>, table: PartitionedTable): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ options: string }>`
    select array_to_string(reloptions, ', ') as options from pg_class
    where oid = coalesce(to_regclass(${defaultOf(table)}), to_regclass(${table})) and reloptions is not null`.execute(trx);
  return rows[0] === undefined ? sql`` : sql`with (${sql.raw(rows[0].options)})`;
}

/** Creates a future partition as a separate table: creating it within the partitioned one would lock the whole. */
async function createBeside(trx: Kysely<unknown>, { table, name }: Parent, suffix: string): Promise<string> {
  const partition = `${table}_${suffix}`;
  const storage = await findStorage(trx, table);
  await sql`create table ${sql.table(partition)} (like ${sql.table(name)} including all excluding indexes) ${storage}`.execute(trx);
  await copyIndexes(trx, name, partition, (index) => `${index.replace(/^moved_/, '')}_${suffix}`);
  return partition;
}

/** Creates the default partition. */
export async function addDefault(trx: Kysely<unknown>, parent: Parent): Promise<void> {
  const partition = await createBeside(trx, parent, 'default');
  await sql`alter table ${sql.table(parent.name)} attach partition ${sql.table(partition)} default`.execute(trx);
}

const within = ({ from, to }: IdRange) => sql`id >= ${sql.lit(from)} and id < ${sql.lit(to)}`;

/** Returns the end of a range, or an earlier one if too many of its rows have no partition yet. */
async function endOf(trx: Kysely<unknown>, table: PartitionedTable, range: IdRange): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(defaultOf(table))} where ${within(range)} order by id offset ${MOST_BROUGHT} limit 1`.execute(trx);
  return rows[0]?.id ?? range.to;
}

/** Returns the first id of a range without its own partition. */
export async function firstWithout(db: Kysely<unknown>, table: PartitionedTable, range: IdRange): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(defaultOf(table))} where ${within(range)} order by id limit 1`.execute(db);
  return rows[0]?.id;
}

/** Moves rows to a partition that is about to be attached, and returns where that has to end. */
async function bringRows(trx: Kysely<unknown>, { table, name }: Parent, { partition, range }: { partition: string; range: IdRange }) {
  // A transaction that knows only the old partitions would look for a row where it no longer is: it has to wait before it reads them.
  await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(trx);
  const to = await endOf(trx, table, range);
  await sql`with moved as (delete from ${sql.table(defaultOf(table))} where ${within({ ...range, to })} returning *)
    insert into ${sql.table(partition)} select * from moved`.execute(trx);
  return to;
}

/**
 * Creates a partition and moves its rows from the default one, in a single transaction: readers see each row once. Fails if a row of the
 * range is written meanwhile; the row then stays where it was.
 */
export async function addPartition(trx: Kysely<unknown>, parent: Parent, range: IdRange): Promise<void> {
  const { table, name } = parent;
  const partition = await createBeside(trx, parent, suffixOf(range));
  const to = (await firstWithout(trx, table, range)) === undefined ? range.to : await bringRows(trx, parent, { partition, range });
  const bounds = sql`from (${sql.lit(range.from)}) to (${sql.lit(to)})`;
  await sql`alter table ${sql.table(name)} attach partition ${sql.table(partition)} for values ${bounds}`.execute(trx);
}

/** Returns the parts of ranges without a partition. */
export async function findGaps(db: Kysely<unknown>, parent: string, ranges: readonly IdRange[]): Promise<IdRange[]> {
  const there = await listPartitions(db, parent);
  return ranges.flatMap((range) => gapsIn(range, there));
}
