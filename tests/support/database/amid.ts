import { SqliteAdapter, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/src/db/db.ts';
import type { Trx } from '../../../server/src/db/dialect.ts';

/** Whether a transaction of the database waits for another one; that of SQLite has not even begun. */
async function isHeldUp({ read }: Pick<Db, 'read'>): Promise<boolean> {
  if (read.getExecutor().adapter instanceof SqliteAdapter) return true;
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(read);
  return rows.length > 0;
}

/** Begins something else amid a transaction, and returns once that has ended or waits for it. */
export async function beginAmid<T>(db: Pick<Db, 'read'>, trx: Trx, act: () => Promise<T>): Promise<{ readonly begun: Promise<T> }> {
  let hasEnded = false;
  const begun = act().finally(() => {
    hasEnded = true;
  });
  // Something is asked within the transaction, which would otherwise be ended for doing nothing.
  await expect.poll(async () => (await sql`select 1`.execute(trx)) && (hasEnded || (await isHeldUp(db)))).toBe(true);
  return { begun };
}
