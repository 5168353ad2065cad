import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { quoted } from '../statement-text.ts';

/** Milliseconds to wait for each table: whoever asks for it after us waits along. Too short for a deadlock to be looked for. */
const LOCK_MS = 250;

/** Returns the tables of ours that there are, in the order in which they were made. A partition is locked with its table. */
async function listOwnTables(trx: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and pg_has_role(relowner, 'usage')
    order by oid`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Has everybody else wait at our tables, readers too, until the transaction ends. Fails with a lock's time-out where somebody keeps one of them. */
export async function keepOthersOut(trx: Kysely<Schema>): Promise<void> {
  const tables = await listOwnTables(trx);
  if (tables.length === 0) return;
  const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(trx);
  await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
  await sql`lock table ${sql.raw(quoted(tables))} in access exclusive mode`.execute(trx);
  await sql`select set_config('lock_timeout', ${rows[0]?.before}, true)`.execute(trx);
}
