import { SqliteAdapter, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/src/db/db.ts';
import type { Trx } from '../../../server/src/db/dialect.ts';

/** Returns whether a transaction of the database waits for another one; on SQLite the second has not even begun. */
async function isHeldUp({ read }: Pick<Db, 'read'>): Promise<boolean> {
  if (read.getExecutor().adapter instanceof SqliteAdapter) return true;
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(read);
  return rows.length > 0;
}

/** Starts something else during a transaction, and returns once that has ended or waits for the transaction. */
export async function beginAmid<T>(db: Pick<Db, 'read'>, trx: Trx, act: () => Promise<T>): Promise<{ readonly begun: Promise<T> }> {
  let hasEnded = false;
  const begun = act().finally(() => {
    hasEnded = true;
  });
  // Runs a statement within the transaction, which would otherwise be ended for being idle.
  await expect.poll(async () => (await sql`select 1`.execute(trx)) && (hasEnded || (await isHeldUp(db)))).toBe(true);
  return { begun };
}
