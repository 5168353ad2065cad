import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { backUpDatabase } from './backup.ts';
import type { Db } from './db.ts';
import { boundLockWaits, isConflict, isLockTimeout, keepOthersOut, listTables, traitsOf } from './dialect.ts';
import { maintainPartitions } from './maintain-partitions.ts';
import {
  createMigrator,
  findForeignTable,
  foreignError,
  listMigrations,
  lockMigrations,
  type OnRan,
  type RanMigration,
} from './migrate.ts';
import { embeddedFiles } from './open.ts';
import type { Schema } from './schema.ts';

/** Transactions in which rows are moved at once; the job `cleanup` does the rest while the service runs. */
const STEPS = 500;

/** How a migration is tried, where others use the tables meanwhile. */
interface MigrateOptions {
  /** How often it is tried to have the tables for itself; then it goes on beside others. */
  readonly tries?: number;
  readonly onRan?: OnRan | undefined;
}

/** Some twenty seconds, with the time that each try waits for a table; two minutes where somebody vacuums one by hand. */
const TRIES = 40;
const PAUSE_MS = 250;

/** Whether somebody else has a table, or was given it where both waited for each other. */
const isKeptOut = (error: unknown): boolean => isConflict(error) || (error instanceof Unavailable && isLockTimeout(error.cause));

/** In one transaction with its lock, so that a process that is killed amid it leaves the schema as it was. */
async function migrate(
  db: Kysely<Schema>,
  { alone, onRan }: { readonly alone: boolean; readonly onRan?: OnRan | undefined },
): Promise<string[]> {
  const ran: RanMigration[] = [];
  const names = await db.transaction().execute(async (trx) => {
    // Kysely makes its tables before it takes the lock: in a transaction the second to make them fails for good.
    await lockMigrations(trx);
    const { pending } = await listMigrations(trx);
    if (pending.length === 0) return [];
    // Before it reads or changes one: whoever has one and wants another meanwhile would wait for us, and we for him.
    await (alone ? keepOthersOut(trx) : boundLockWaits(trx));
    const { error } = await createMigrator(trx, (one) => ran.push(one)).migrateToLatest();
    if (error !== undefined) throw error;
    return pending;
  });
  // Not before the commit: what fails until then undoes them all.
  for (const one of ran) onRan?.(one);
  return names;
}

/** Others are not to wait at the tables for as long as somebody stays at one of them, as a dump does, which may be none that is changed. */
async function migrateBeside(db: Kysely<Schema>, onRan?: OnRan): Promise<string[]> {
  try {
    return await migrate(db, { alone: false, onRan });
  } catch (error) {
    if (!isKeptOut(error)) throw error;
    throw new ConfigError(
      `DATABASE_URL: the migration was kept out by other transactions (${reasonOf(error)}), and the database is as it was; see that none stays open for long, such as that of a dump, and run posthorn migrate again`,
    );
  }
}

/**
 * Brings the schema up to date and returns the names of the migrations that were run. Processes that start at once migrate once. Throws
 * ConfigError where other transactions keep the tables.
 */
export async function migrateToLatest(db: Kysely<Schema>, { tries = TRIES, onRan }: MigrateOptions = {}): Promise<string[]> {
  for (let left = tries; left > 0; left -= 1) {
    try {
      return await migrate(db, { alone: true, onRan });
    } catch (error) {
      if (!isKeptOut(error)) throw error;
    }
    await pause(PAUSE_MS);
  }
  return migrateBeside(db, onRan);
}

/** What a migration has done. */
export interface MigrationResult {
  /** Names of the migrations that were run. */
  readonly ran: readonly string[];
  /** Path of a copy of the database as it was before; null where none was made. */
  readonly copy: string | null;
}

/**
 * Throws ConfigError for a database of another program, whose tables may have the same names, such as `users`. Asked before which migrations
 * have run: where another schema has a Posthorn of its own, that question fails.
 */
export async function refuseForeign({ read }: Db): Promise<void> {
  const foreign = findForeignTable(await listTables(read));
  if (foreign !== undefined) throw foreignError('DATABASE_URL', foreign);
}

/** Throws ConfigError for a standby, and for a database that is set to read only. */
async function refuseReadOnly({ read }: Db): Promise<void> {
  const { isReadOnly } = await traitsOf(read);
  if (isReadOnly)
    throw new ConfigError('DATABASE_URL: the database takes no writes; name one that is neither a standby nor set to read only');
}

/** Throws ConfigError for a database that cannot hold all text, or whose user may make nothing. */
export async function refuseUnusable({ read }: Db): Promise<void> {
  const { user, encoding, mayMake } = await traitsOf(read);
  if (encoding !== 'UTF8') throw new ConfigError(`DATABASE_URL: the database has the encoding ${encoding}; make one with UTF8`);
  if (!mayMake)
    throw new ConfigError(`DATABASE_URL: ${user} may not make tables and schemas there; make ${user} the owner of the database`);
}

/** Listens to the migration of a database with data, which may take minutes; that of an empty one is silent. */
export interface MigrationWatch {
  /** Called before anything is done. `copy`: path of the copy that is made first, null where none is; `pending`: names of the migrations that follow. */
  onBegin(begun: { readonly copy: string | null; readonly pending: readonly string[] }): void;
  /** Called for each migration, once all of them are committed. */
  onRan: OnRan;
}

async function migrateSchema(db: Db, url: string, watch?: MigrationWatch): Promise<MigrationResult> {
  await refuseForeign(db);
  const { done, pending } = await listMigrations(db.write);
  const [first] = pending;
  if (first === undefined) return { ran: [], copy: null };
  await refuseReadOnly(db);
  if (done.length === 0) await refuseUnusable(db);
  const files = embeddedFiles(url);
  const copy = files === undefined || done.length === 0 ? null : `${files.database}.before-${first}`;
  if (done.length > 0) watch?.onBegin({ copy, pending });
  // One that is there is from before a migration that did not come to its end, and left the database as it was: it may have gone on since.
  if (copy !== null) backUpDatabase(url, copy, { replace: true });
  return { ran: await migrateToLatest(db.maintenance, done.length > 0 ? { onRan: watch?.onRan } : {}), copy };
}

/** Brings a database up to date. Of a file that was migrated before, a copy is kept beside it; throws ConfigError where that fails. */
export async function migrateDatabase(
  db: Db,
  { DATABASE_URL: url, MESSAGE_RETENTION_DAYS: keptDays }: Pick<Config, 'DATABASE_URL' | 'MESSAGE_RETENTION_DAYS'>,
  watch?: MigrationWatch,
): Promise<MigrationResult> {
  const migrated = await migrateSchema(db, url, watch);
  await maintainPartitions(db, { now: db.clock.now(), keptDays, steps: STEPS });
  return migrated;
}
