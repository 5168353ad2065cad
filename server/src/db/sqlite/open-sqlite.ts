import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { ConfigError } from '../../config/config-error.ts';
import { realClock } from '../../core/clock.ts';
import { createYieldPoint } from '../../core/concurrency/event-loop.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { type Db, RECOVER } from '../db.ts';
import { type Guard, guardDialect } from '../guard.ts';
import { createScanLine, type OpenOptions } from '../open-options.ts';
import type { Schema } from '../schema.ts';
import { transact } from '../transact.ts';
import { createBusyRetry } from './busy-retry.ts';
import { createCheckpoints, LOG_BYTES } from './checkpoints.ts';
import { explainAccess } from './explain-access.ts';
import { createFile, isBusy, takeFileLock } from './file-lock.ts';
import { createFileWatch, type FileWatch, isDamage, isFull } from './file-watch.ts';
import { scanDialect } from './scan/scan-dialect.ts';
import { createScanThread, type ScanThread } from './scan/scan-thread.ts';
import { TransactionalSqliteDialect } from './sqlite-dialect.ts';
import { sqliteEngine, WITHIN_SCAN_TIME } from './sqlite-engine.ts';
import { withStatementCache } from './sqlite-statements.ts';

/** Milliseconds that the engine waits for a lock, blocking the process; `busy-retry.ts` does the longer wait. */
const BUSY_MS = 50;
/**
 * Milliseconds of a turn of the event loop for transactions: statements end before they are awaited, so many in a row would block the rest
 * of the process.
 */
const HELD_MS = 5;
/**
 * Milliseconds of a turn for the statements of one transaction, for which all others wait: yielding costs as long as everything else that
 * is done in that turn.
 */
const HELD_IN_TRANSACTION_MS = 25;
/** Length of the log, in pages of 4 KiB, at which a commit checkpoints it itself: the thread did not get to it. */
const MOST_PAGES = 16_384;
export const IN_MEMORY = ':memory:';

const DAMAGED = 'The database is damaged, and the operator has to restore it; nothing was stored.';
const FULL = 'The disk of the database is full; nothing was stored. Try again when there is room.';

function toUnavailable(error: unknown): Unavailable {
  if (isDamage(error)) return new Unavailable(error, DAMAGED, { isPermanent: true });
  return new Unavailable(error, isFull(error) ? FULL : undefined);
}

const watchedBy = ({ note }: Pick<FileWatch, 'note'>): Pick<Guard, 'isUnavailable' | 'toUnavailable'> => ({
  isUnavailable(error) {
    note(error);
    return sqliteEngine.isUnavailable(error);
  },
  toUnavailable,
});

function createGuard(database: Database.Database, watch: Pick<FileWatch, 'note'>): Guard {
  const inTransaction = () => database.inTransaction;
  const retryWhileBusy = createBusyRetry((error) => !inTransaction() && isBusy(error), inTransaction);
  const yieldIfBusy = createYieldPoint(HELD_IN_TRANSACTION_MS);
  return {
    ...watchedBy(watch),
    async statement(run) {
      if (database.inTransaction) await yieldIfBusy();
      return retryWhileBusy(run);
    },
    // A full disk ends the transaction by itself; the failing rollback would hide why.
    rollback: async (run) => {
      if (database.inTransaction) await run();
    },
  };
}

/** For a thread, which may block on a lock and has no transactions. */
const plainGuard = (watch: Pick<FileWatch, 'note'>): Guard => ({
  ...watchedBy(watch),
  statement: (run) => run(),
  rollback: (run) => run(),
});

function setUp(file: string, database: Database.Database): void {
  if (!database.readonly) {
    database.pragma('journal_mode = WAL');
    // Zeros take the place of what is deleted: what was erased shall not be legible in free pages.
    database.pragma('secure_delete = ON');
  }
  const log = [`wal_autocheckpoint = ${MOST_PAGES}`, `journal_size_limit = ${LOG_BYTES}`];
  for (const pragma of ['synchronous = FULL', 'foreign_keys = ON', 'cache_size = -65536', ...log]) database.pragma(pragma);
  if (database.pragma('synchronous', { simple: true }) !== 2) throw new Error(`${file} does not keep synchronous=FULL`);
  if (database.pragma('journal_mode', { simple: true }) !== 'wal') throw new Error(`${file} does not keep journal_mode=WAL`);
  // The thread bounds its size.
  database.function(WITHIN_SCAN_TIME, { deterministic: false }, (_column) => 1);
}

function openConnection(file: string, { readonly }: { readonly: boolean }): Database.Database {
  const database = new Database(file, { readonly, timeout: BUSY_MS });
  try {
    setUp(file, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

interface ConnectOptions extends Pick<OpenOptions, 'around'> {
  readonly readonly: boolean;
  readonly watch: Pick<FileWatch, 'note'>;
}

/**
 * Waits for another process that is just closing the file, or recovering what a killed one left. The engine's own wait does not help: if
 * the other one is about to write, changing the journal mode is refused at once.
 */
async function connect(file: string, { readonly, around, watch }: ConnectOptions): Promise<Kysely<Schema>> {
  const database = await createBusyRetry(isBusy)(async () => openConnection(file, { readonly }));
  const dialect = new TransactionalSqliteDialect({ database: withStatementCache(database) });
  return new Kysely<Schema>({ dialect: guardDialect(around(dialect), createGuard(database, watch)) });
}

function connectThread(thread: ScanThread, { around, watch }: Omit<ConnectOptions, 'readonly'>): Db['scan'] {
  return (owner) => new Kysely<Schema>({ dialect: guardDialect(around(scanDialect(thread, owner)), plainGuard(watch)) });
}

export class DatabaseInUse extends Error {
  constructor(file: string) {
    super(`another process serves ${file}`);
    this.name = 'DatabaseInUse';
  }
}

/** A process that checks whether a server runs holds the lock for a moment. */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 20;

async function takeLock(file: string): Promise<ReturnType<typeof takeFileLock>> {
  for (let left = LOCK_TRIES; left > 1; left -= 1) {
    const lock = takeFileLock(file);
    if (lock !== undefined) return lock;
    await setTimeout(LOCK_PAUSE_MS);
  }
  return takeFileLock(file);
}

/** Rewrites the current value, 0: a page is written, and nothing changes. */
const writeSomething = (write: Kysely<Schema>): Promise<void> =>
  transact(write, async (trx) => {
    await sql`pragma user_version = 0`.execute(trx);
  });

async function openFile(path: string, { scanMs, around, onCheckpointFault, onFileFault, alone, beside }: OpenOptions): Promise<Db> {
  const kept = path !== IN_MEMORY;
  const folder = kept ? dirname(path) : mkdtempSync(join(tmpdir(), 'posthorn-'));
  const file = kept ? path : join(folder, 'posthorn.db');
  mkdirSync(folder, { recursive: true });
  const lock = await takeLock(file);
  if (lock === undefined && !beside) throw new DatabaseInUse(file);
  if (!alone) lock?.release();
  createFile(file);
  const watch: FileWatch = createFileWatch({ file, onFault: onFileFault, tryWrite: () => writeSomething(write) });
  const write = await connect(file, { readonly: false, around, watch });
  const read = await connect(file, { readonly: true, around, watch });
  const before = createYieldPoint(HELD_MS);
  const finish = () => sql`pragma wal_checkpoint(passive)`.execute(write);
  const checkpoints = createCheckpoints(file, { finish, onFault: onCheckpointFault });
  // There is one thread, so one at a time.
  const line = createScanLine({ atOnce: 1, mostPerOwner: 1 });
  const thread = createScanThread({ file, scanMs, line });
  return {
    read,
    write,
    maintenance: write,
    scan: connectThread(thread, { around, watch }),
    scans: line.load,
    writers: 'one',
    transact: (work, { inLine = true } = {}) => {
      const checked: typeof work = async (trx) => {
        const result = await work(trx);
        watch.checkPlace();
        return result;
      };
      return transact(write, checked, inLine ? before : undefined).finally(checkpoints.look);
    },
    fault: watch.fault,
    releaseCaches: async () => {
      for (const connection of [read, write]) await sql`pragma shrink_memory`.execute(connection);
    },
    clock: { ...realClock, skewMs: () => 0 },
    close: async () => {
      await thread.close();
      await checkpoints.close();
      await read.destroy();
      await write.destroy();
      lock?.release();
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function reasonOf(error: unknown, path: string): string {
  const reason = explainAccess(error, path);
  return isDamage(error) ? `${reason}; where it was one, ${RECOVER}` : reason;
}

/**
 * Opens a SQLite file; `:memory:` is a temporary file that is removed on close. Throws ConfigError if it cannot be used, and DatabaseInUse
 * if another process has it open.
 */
export async function openSqlite(path: string, options: OpenOptions): Promise<Db> {
  try {
    return await openFile(path, options);
  } catch (error) {
    if (error instanceof DatabaseInUse) throw error;
    throw new ConfigError(`DATABASE_URL: ${path} cannot be opened: ${reasonOf(error, path)}`);
  }
}
