import { type Kysely, sql } from 'kysely';
import type { Trx } from '../engine.ts';
import type { Schema, TableName } from '../schema.ts';
import { quoted } from '../statement-text.ts';

/** Waits for the last transaction of a process that was killed, as it may be about to commit. */
const LOCK_WAIT = '60s';
/**
 * Between two statements, a large table is counted in the other database; a client that disappeared holds its locks for no longer than
 * this.
 */
const IDLE = '10min';

/** Keeps others from writing to tables until the transaction ends; they can still read. */
export async function lockTables(trx: Trx, tables: readonly TableName[]): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE)}`.execute(trx);
  await sql`lock table ${sql.raw(quoted(tables))} in exclusive mode`.execute(trx);
}

/**
 * Returns the names of the tables in the schema where ours are made, then those of pg-boss with their schema, which is the same for every
 * program that uses it; without those of extensions.
 */
export async function listTables(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case when is_own then relname else 'pgboss.' || relname end as name
    from pg_class, lateral (select relnamespace = quote_ident(current_schema())::regnamespace as is_own) s
    where (is_own or relnamespace = to_regnamespace('pgboss')) and relkind in ('r', 'p')
      and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by is_own desc, relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Makes the next event get a position after all those that were copied. */
export const continuePlaces = (trx: Trx) =>
  sql`select setval('events_place', max(place)) from events having max(place) is not null`.execute(trx);

/** Updates the planner's statistics of tables. */
export const gatherStatistics = (trx: Trx, tables: readonly TableName[]) => sql`analyze ${sql.raw(quoted(tables))}`.execute(trx);
