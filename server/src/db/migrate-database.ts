import type { Config } from '../config.ts';
import { backUpDatabase } from './backup.ts';
import type { Db } from './db.ts';
import { maintainPartitions } from './maintain-partitions.ts';
import { listMigrations, migrateToLatest } from './migrate.ts';
import { embeddedFiles } from './open.ts';

/** Transactions in which rows are moved at once; the job `cleanup` does the rest while the service runs. */
const STEPS = 500;

/** What a migration has done. */
export interface MigrationResult {
  /** Names of the migrations that were run. */
  readonly ran: readonly string[];
  /** Path of a copy of the database as it was before; null where none was made. */
  readonly copy: string | null;
}

async function migrateSchema(db: Db, url: string): Promise<MigrationResult> {
  const { done, pending } = await listMigrations(db.write);
  const [first] = pending;
  if (first === undefined) return { ran: [], copy: null };
  const files = embeddedFiles(url);
  const copy = files === undefined || done.length === 0 ? null : `${files.database}.before-${first}`;
  // One that is there is from before a migration that did not come to its end, and left the database as it was: it may have gone on since.
  if (copy !== null) backUpDatabase(url, copy, { replace: true });
  return { ran: await migrateToLatest(db.maintenance), copy };
}

/** Brings a database up to date. Of a file that was migrated before, a copy is kept beside it; throws ConfigError where that fails. */
export async function migrateDatabase(
  db: Db,
  { DATABASE_URL: url, MESSAGE_RETENTION_DAYS: keptDays }: Pick<Config, 'DATABASE_URL' | 'MESSAGE_RETENTION_DAYS'>,
): Promise<MigrationResult> {
  const migrated = await migrateSchema(db, url);
  await maintainPartitions(db, { now: db.clock.now(), keptDays, steps: STEPS });
  return migrated;
}
