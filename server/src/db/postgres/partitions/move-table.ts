import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../../core/clock.ts';
import { firstIdAt } from '../../../core/ids.ts';
import type { PartitionOptions } from '../../engine.ts';
import { periodsAhead } from './keep-partitions.ts';
import { addDefault, addPartition, copyIndexes, findGaps, isPartitioned, type Parent } from './partition-store.ts';
import {
  distinct,
  type IdRange,
  PARTITIONED,
  PARTITIONED_TABLES,
  type PartitionedTable,
  type Period,
  periodFor,
  periodOf,
  periodsOf,
} from './ranges.ts';
import { underLock } from './under-lock.ts';

/** Rows that are copied in one transaction. */
const PAGE = 5000;

/** What is made beside a table while its rows are copied. */
function namesOf(table: PartitionedTable) {
  const parent: Parent = { table, name: `moved_${table}` };
  return { parent, moved: sql.table(parent.name), progress: sql.table(`moving_${table}`), trigger: sql.ref(`move_${table}`) };
}

async function listColumns(db: Kysely<unknown>, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(${name}) and attnum > 0 and not attisdropped order by attnum`.execute(db);
  return rows.map((row) => row.name);
}

/** Returns the periods of which a table has rows, found by the first of each. */
async function listPeriods(trx: Kysely<unknown>, table: PartitionedTable, period: Period): Promise<IdRange[]> {
  const found: IdRange[] = [];
  for (let from = firstIdAt(PARTITIONED[table], 0); ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id >= ${from} order by id limit 1`.execute(trx);
    const [range] = periodsOf(table, [rows[0]?.id ?? ''], period);
    if (range === undefined || range.to <= from) return found;
    found.push(range);
    from = range.to;
  }
}

/** From here on every change of a row is made to its copy too, whether that is there yet or not. */
async function addTrigger(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { moved, trigger } = namesOf(table);
  const columns = await listColumns(trx, table);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql`new.${sql.ref(column)}`));
  const changes = sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  await sql`create function ${trigger}() returns trigger language plpgsql as $move$ begin
    if tg_op = 'DELETE' then
      delete from ${moved} where id = old.id;
    else
      insert into ${moved} (${names}) values (${values}) on conflict (id) do update set ${changes};
    end if;
    return null;
  end $move$`.execute(trx);
  await sql`create trigger ${trigger} after insert or update or delete on ${sql.table(table)}
    for each row execute function ${trigger}()`.execute(trx);
}

/** Makes what a table is copied to, with all its partitions: one that comes later would be in the way of who writes through the trigger. */
async function begin(trx: Kysely<unknown>, table: PartitionedTable, periods: readonly IdRange[]): Promise<void> {
  const { parent, moved, progress } = namesOf(table);
  await sql`create table ${moved} (like ${sql.table(table)} including all excluding indexes) partition by range (id)`.execute(trx);
  await copyIndexes(trx, table, parent.name, (index) => `moved_${index}`);
  await addDefault(trx, parent);
  for (const gap of await findGaps(trx, parent.name, distinct(periods))) await addPartition(trx, parent, gap);
  await sql`create table ${progress} (after text collate "C" not null)`.execute(trx);
  await sql`insert into ${progress} values ('')`.execute(trx);
  // What others have written before is committed then, and what they write after goes through the trigger.
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
  await addTrigger(trx, table);
}

async function abandon(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { moved, progress, trigger } = namesOf(table);
  await sql`drop function ${trigger}() cascade`.execute(trx);
  await sql`drop table ${moved}, ${progress}`.execute(trx);
}

/** Copies the next rows, which stay where they are, and returns how many. */
async function copyPage(trx: Kysely<unknown>, table: PartitionedTable): Promise<number> {
  const { moved, progress } = namesOf(table);
  // Locked against removal, which would look for a copy that nobody sees yet; a change waits for the copy by itself.
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id > (select after from ${progress})
    order by id limit ${PAGE} for key share`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const names = sql.join((await listColumns(trx, table)).map((column) => sql.ref(column)));
  await sql`insert into ${moved} (${names}) select ${names} from ${sql.table(table)} where id = any(${ids}::text[])
    on conflict (id) do nothing`.execute(trx);
  await sql`update ${progress} set after = ${ids.at(-1)}`.execute(trx);
  return ids.length;
}

/** Sequences that would go with a table: they go over to its columns in the other one. */
async function moveSequences(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { moved } = namesOf(table);
  const { rows } = await sql<{ sequence: string; column: string }>`
    select s.relname as sequence, a.attname as column from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.refobjid = to_regclass(${table}) and d.deptype = 'a'`.execute(trx);
  for (const { sequence, column } of rows) await sql`alter sequence ${sql.ref(sequence)} owned by ${moved}.${sql.ref(column)}`.execute(trx);
}

async function renameIndexes(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${table})`.execute(trx);
  for (const { name } of rows) await sql`alter index ${sql.ref(name)} rename to ${sql.ref(name.replace(/^moved_/, ''))}`.execute(trx);
}

/** Puts the copy in the place of the table. */
async function swap(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { moved, progress, trigger } = namesOf(table);
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  await sql`drop function ${trigger}() cascade`.execute(trx);
  await moveSequences(trx, table);
  await sql`drop table ${sql.table(table)}, ${progress}`.execute(trx);
  await sql`alter table ${moved} rename to ${sql.table(table)}`.execute(trx);
  await renameIndexes(trx, table);
}

/** Takes the next step of moving a table: true where there is none left. */
async function step(trx: Kysely<unknown>, table: PartitionedTable, options: PartitionOptions): Promise<boolean> {
  if ((await isPartitioned(trx, table)) !== false) return true;
  const columns = await listColumns(trx, namesOf(table).parent.name);
  if (columns.length === 0)
    await begin(trx, table, [...(await listPeriods(trx, table, periodFor(options.keptDays))), ...periodsAhead(table, options)]);
  // A column that was added meanwhile is in no copy.
  else if ((await listColumns(trx, table)).join() !== columns.join()) await abandon(trx, table);
  else if ((await copyPage(trx, table)) === 0) {
    await swap(trx, table);
    return true;
  }
  return false;
}

async function partitionEmpty(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { rows } = await sql<{ one: number }>`select 1 as one from ${sql.table(table)} limit 1`.execute(trx);
  if (rows.length > 0 || (await isPartitioned(trx, table)) !== false) return;
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  const now = systemClock.now();
  // Those that follow are made by whoever knows how long rows are kept.
  await begin(trx, table, [periodOf(table, { at: now, period: 'month' })]);
  for (let isDone = false; !isDone; ) isDone = await step(trx, table, { now, keptDays: 0 });
}

/** Has tables be partitioned at once that have no rows; for a migration. */
export async function partitionEmptyTables(trx: Kysely<unknown>): Promise<void> {
  for (const table of PARTITIONED_TABLES) await partitionEmpty(trx, table);
}

/** Moves tables that have rows into partitions, so many steps of at most 5000 rows; returns whether there is nothing left to move. */
export async function moveTables(db: Kysely<unknown>, { steps, ...options }: PartitionOptions & { steps: number }): Promise<boolean> {
  let left = steps;
  for (const table of PARTITIONED_TABLES) {
    if ((await isPartitioned(db, table)) !== false) continue;
    let isDone: boolean | undefined = false;
    for (; isDone === false && left > 0; left -= 1) isDone = await underLock(db, (trx) => step(trx, table, options));
    if (isDone !== true) return false;
    // Of a partitioned table nobody else gathers what the planner wants to know.
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
  return true;
}
