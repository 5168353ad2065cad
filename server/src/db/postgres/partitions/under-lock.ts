import { type Kysely, sql } from 'kysely';
import { Unavailable } from '../../../core/errors/unavailable.ts';
import { codeOf } from '../../statement-text.ts';

/** Lock held by the process that works on the partitions of a database. */
const LOCK = 3853314791062309108n;
/** Milliseconds to wait for the lock of a table: others queue behind us. */
const LOCK_MS = 250;
const STATEMENT_MS = 5000;

/** SQLSTATE of an unavailable lock, a deadlock, a cancelled statement, and a row that was written meanwhile. */
const LOST = ['55P03', '40P01', '57014', '23514'];

const isLost = (error: unknown) => LOST.includes(codeOf(error instanceof Unavailable ? error.cause : error));

/**
 * Runs work on partitions in one transaction and returns its result; undefined if another process is doing so, or others were in the way:
 * the caller tries again later.
 */
export async function underLock<T>(db: Kysely<unknown>, work: (trx: Kysely<unknown>) => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as held`.execute(trx);
      return rows[0]?.held === true ? work(trx) : undefined;
    });
  } catch (error) {
    if (isLost(error)) return undefined;
    throw error;
  }
}

/** Limits each further statement of a transaction to 5 s, since others may have to wait for it. */
export const boundStatements = (trx: Kysely<unknown>) => sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(trx);
