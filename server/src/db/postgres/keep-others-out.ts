import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { quoted } from '../statement-text.ts';

/** Milliseconds to wait for each table while nobody queues behind us: PostgreSQL cancels an autovacuum for us after one second. */
const UPKEEP_MS = 3000;
/** Milliseconds to wait for each table while others queue behind us. Too short for deadlock detection. */
const LOCK_MS = 250;
/** The same without locking others out first: they queue behind us, at one table after another. */
const BESIDE_MS = 1000;

/** Returns the tables of the owner of the migrations, in the order of their creation. A partition is locked with its table. */
async function listOwnTables(trx: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p') and not relispartition
      and relowner = (select relowner from pg_class where oid = to_regclass('posthorn_migrations'))
    order by oid`.execute(trx);
  return rows.map(({ name }) => name);
}

const waitAtMost = (trx: Kysely<Schema>, ms: number) => sql`set local lock_timeout = ${sql.lit(ms)}`.execute(trx);

/** Locks all our tables, against readers too, until the transaction ends. Fails with a lock time-out if somebody holds one of them. */
export async function keepOthersOut(trx: Kysely<Schema>): Promise<void> {
  const tables = await listOwnTables(trx);
  if (tables.length === 0) return;
  const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(trx);
  const named = sql.raw(quoted(tables));
  await waitAtMost(trx, UPKEEP_MS);
  // Blocks neither readers nor writers, but an autovacuum, which a short wait would not cancel.
  await sql`lock table ${named} in share update exclusive mode`.execute(trx);
  await waitAtMost(trx, LOCK_MS);
  await sql`lock table ${named} in access exclusive mode`.execute(trx);
  await sql`select set_config('lock_timeout', ${rows[0]?.before}, true)`.execute(trx);
}

/** Limits the transaction's wait for each table's lock to one second, while others queue behind it. */
export const boundLockWaits = async (trx: Kysely<Schema>): Promise<void> => void (await waitAtMost(trx, BESIDE_MS));
