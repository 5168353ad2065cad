import { type Kysely, sql } from 'kysely';
import { addDefault, addPartition, copyIndexes, findGaps, type Parent } from './partition-store.ts';
import { distinct, type IdRange, type PartitionedTable } from './ranges.ts';

/** Rows copied in one transaction. */
const PAGE = 5000;

/** Returns the names of what is created beside a table while its rows are copied. */
export function namesOf(table: PartitionedTable) {
  const parent: Parent = { table, name: `moved_${table}` };
  return { parent, moved: sql.table(parent.name), progress: sql.table(`moving_${table}`), trigger: sql.ref(`move_${table}`) };
}

/** Returns the columns of a table in order; none if there is no such table. */
export async function listColumns(db: Kysely<unknown>, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(${name}) and attnum > 0 and not attisdropped order by attnum`.execute(db);
  return rows.map((row) => row.name);
}

/** From here on, every change of a row is also applied to its copy, whether or not that exists yet. */
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

/** Creates the copy of a table with all its partitions: creating one later would block writers that use the trigger. */
export async function beginCopy(trx: Kysely<unknown>, table: PartitionedTable, periods: readonly IdRange[]): Promise<void> {
  const { parent, moved, progress } = namesOf(table);
  await sql`create table ${moved} (like ${sql.table(table)} including all excluding indexes) partition by range (id)`.execute(trx);
  await copyIndexes(trx, table, parent.name, (index) => `moved_${index}`);
  await addDefault(trx, parent);
  for (const gap of await findGaps(trx, parent.name, distinct(periods))) await addPartition(trx, parent, gap);
  await sql`create table ${progress} (after text collate "C" not null)`.execute(trx);
  await sql`insert into ${progress} values ('')`.execute(trx);
  // By then, what others wrote before is committed, and what they write afterwards fires the trigger.
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
  await addTrigger(trx, table);
}

/** Abandons a copy: removes everything that was created for it. */
export async function abandonCopy(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { moved, progress, trigger } = namesOf(table);
  await sql`drop function ${trigger}() cascade`.execute(trx);
  await sql`drop table ${moved}, ${progress}`.execute(trx);
}

/** Copies the next rows, which also stay in the table, and returns how many. */
export async function copyPage(trx: Kysely<unknown>, table: PartitionedTable): Promise<number> {
  const { moved, progress } = namesOf(table);
  // Locked against deletion, which would look for a copy that is not visible yet; an update waits for the copy anyway.
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

/** Sequences that would be dropped with a table: they are assigned to the columns of the new one. */
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

/** Replaces the table by its copy. */
export async function swapCopy(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { moved, progress, trigger } = namesOf(table);
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  await sql`drop function ${trigger}() cascade`.execute(trx);
  await moveSequences(trx, table);
  await sql`drop table ${sql.table(table)}, ${progress}`.execute(trx);
  await sql`alter table ${moved} rename to ${sql.table(table)}`.execute(trx);
  await renameIndexes(trx, table);
}
