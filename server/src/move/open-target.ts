import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Db } from '../db/db.ts';
import { listTables } from '../db/dialect.ts';
import { findForeignTable, foreignError } from '../db/migrate.ts';
import { migrateDatabase } from '../db/migrate-database.ts';
import { openDatabase } from '../db/open.ts';
import type { OpenOptions } from '../db/open-options.ts';
import type { Queue } from '../queue/queue.ts';
import { checkUsable } from './check-usable.ts';
import { hasArrived, type MoveMark } from './mark-store.ts';
import { allTables } from './move-rules.ts';
import { SETTING } from './target-fault.ts';
import { findNonEmptyTable } from './target-store.ts';

/** Opens the database that is moved to. Throws ConfigError where it cannot be used. The caller closes it. */
export async function openTarget(url: string, database: Partial<OpenOptions>): Promise<Db> {
  try {
    return await openDatabase(url, database);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message.replace(/^DATABASE_URL/, SETTING));
  }
}

/** Returns the error of a database that is not empty. */
export const notEmpty = (table: string): ConfigError =>
  new ConfigError(`${SETTING}: the database is not empty: its table ${table} has rows; name one that nothing was served from`);

/** Throws ConfigError where a database has rows, or tables of somebody else; changes nothing. */
async function checkEmpty({ read }: Db, mark: MoveMark | undefined): Promise<void> {
  const there = await listTables(read);
  const foreign = findForeignTable(there);
  if (foreign !== undefined) throw foreignError(SETTING, foreign);
  const filled = await findNonEmptyTable(
    read,
    allTables.filter((table) => there.includes(table)),
  );
  // Asked second: it may just have been committed.
  if (filled !== undefined && !(mark !== undefined && there.includes('moves') && (await hasArrived(read, mark)))) throw notEmpty(filled);
}

/** Makes the tables and the queue, and opens it, in a database that is empty, or that `mark` has arrived in. */
export async function prepareTarget(db: Db, queue: Queue, { config, mark }: { config: Config; mark: MoveMark | undefined }): Promise<void> {
  await checkUsable(db);
  await checkEmpty(db, mark);
  await migrateDatabase(db, config);
  await queue.install();
  await queue.open();
}
