import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { TaskLoad } from '../core/concurrency/task-load.ts';
import type { Trx, Writers } from './engine.ts';
import type { Schema } from './schema.ts';

/** The clock by which all processes on a database compare times. */
export interface DatabaseClock extends Clock {
  /** Returns the milliseconds by which this machine's own clock is ahead of it. */
  skewMs(): number;
}

/** The owner of the operator's scans, beside the tenants, who own theirs. */
export const OPERATOR = 'operator';

/**
 * What is wrong with the file of an embedded database: another program keeps it locked, its disk has no room, it was removed or replaced, or
 * what it holds is damaged.
 */
export type FileFault = 'locked' | 'full' | 'missing' | 'damaged';

/** What keeps a database that answers from being written: its file, or that it is a standby or set to read only. */
export type DatabaseFault = FileFault | 'read_only';

/** What to do about a damaged file. */
export const RECOVER = 'stop the service, and see "A damaged SQLite file" in docs/operations.md';

/** How a transaction is run. */
export interface TransactOptions {
  /**
   * Whether the transaction waits for a turn of the event loop on SQLite, where a chain of transactions would block the rest of the
   * process; true by default. For transactions of requests, which arrive in separate turns, waiting only adds a delay.
   */
  readonly inLine?: boolean;
  /**
   * Whether PostgreSQL may keep the plans of its statements for a moment; false by default. For transactions of many a second, whose
   * statements find their rows by ids or insert them, so that one plan is as good as another.
   */
  readonly keepPlans?: boolean;
}

/** An open database. Reads on `read` never wait for a transaction. */
export interface Db {
  readonly read: Kysely<Schema>;
  readonly write: Kysely<Schema>;
  /** Has none of the time-outs of the others: for statements that may take long, such as migrations. */
  readonly maintenance: Kysely<Schema>;
  /**
   * Returns a connection for single reads that may go through a whole table: apart from `read` and `write`, and given up after a time,
   * with an Unavailable that says so. The owners, which are tenants, take turns, and few reads of one may wait.
   */
  scan(owner: string): Kysely<Schema>;
  /** Returns how many scans run, and how many wait for their turn. */
  scans(): TaskLoad;
  /** How many transactions can be under way at once: one on SQLite, however many are begun. */
  readonly writers: Writers;
  /** Runs work in one transaction and returns its result. The work is run again where the transaction lost against another one. */
  transact<T>(work: (trx: Trx) => Promise<T>, options?: TransactOptions): Promise<T>;
  /** Returns what keeps a database that answers from being written; undefined where nothing does, or it does not answer soon. */
  fault(): Promise<DatabaseFault | undefined>;
  /** Gives back the memory of caches, which fill again as they are needed. */
  releaseCaches(): Promise<void>;
  /** Real time, whatever the domain's time is: for leases, claims and whatever else another process looks at. */
  readonly clock: DatabaseClock;
  close(): Promise<void>;
}

/** Rejects while the database does not answer. */
export async function ping({ read }: Pick<Db, 'read'>): Promise<void> {
  await sql`select 1`.execute(read);
}
