import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { TaskLoad } from '../core/concurrency/task-load.ts';
import type { Trx, Writers } from './engine.ts';
import type { Schema } from './schema.ts';

/** The one by which all processes on a database compare times. */
export interface DatabaseClock extends Clock {
  /** Milliseconds that this machine's own clock is ahead of it. */
  skewMs(): number;
}

/** Who asks for the operator's scans, among those who take turns. */
export const OPERATOR = 'operator';

export interface TransactOptions {
  /**
   * Whether it stands in the line of transactions that take turns of the event loop on SQLite, where a chain of them would let nothing
   * else of the process go on; it does unless told otherwise. For what is begun by requests, which come in turns, the line is but a delay.
   */
  readonly inLine?: boolean;
}

/** An open database. Reads on `read` never wait for a transaction. */
export interface Db {
  readonly read: Kysely<Schema>;
  readonly write: Kysely<Schema>;
  /** Without the time-outs of the others: for statements that may take long, such as migrations. */
  readonly maintenance: Kysely<Schema>;
  /**
   * For single reads that may go through a whole table: apart from the other two, and given up after a
   * time, with an Unavailable that says so. The owners, which are tenants, take turns, and few of one wait.
   */
  scan(owner: string): Kysely<Schema>;
  /** Scans that run, and that wait for their turn. */
  scans(): TaskLoad;
  /** Transactions that can be under way at once: one on SQLite, whatever asks for more. */
  readonly writers: Writers;
  /** Runs work in one transaction, again if it lost against another one. */
  transact<T>(work: (trx: Trx) => Promise<T>, options?: TransactOptions): Promise<T>;
  /** Real time, whatever the domain's is: for leases, claims and whatever else another process looks at. */
  readonly clock: DatabaseClock;
  close(): Promise<void>;
}

/** Rejects while the database does not answer. */
export async function ping({ read }: Pick<Db, 'read'>): Promise<void> {
  await sql`select 1`.execute(read);
}
