import type { AppContext } from './app-context.ts';
import { ConfigError } from './config/config-error.ts';
import { listMigrations } from './db/migrate.ts';
import { type MigrationWatch, migrateDatabase, refuseForeign, refuseUnusable } from './db/migrate-database.ts';
import { isEmbedded } from './db/open.ts';

/** Logs what a migration does, since neither the API nor the probes answer before it is done. */
export const logMigration = (log: AppContext['log']): MigrationWatch => ({
  onBegin: ({ copy, pending }) =>
    copy === null
      ? log.info({ migrations: pending }, 'migrating the database')
      : log.info(
          { migrations: pending, copy },
          'migrating the database; it is copied first, which takes as long as reading and writing it',
        ),
  onRan: ({ name, tookMs }) => log.info({ migration: name, took_ms: tookMs }, 'a migration ran'),
});

/**
 * Migrates a SQLite database always, and a PostgreSQL one if `migrate`. Returns whether it did. Throws ConfigError for a database that
 * lacks migrations or must not be used.
 */
export async function ensureMigrated({ db, log, config }: AppContext, { migrate }: { readonly migrate: boolean }): Promise<boolean> {
  if (isEmbedded(config.DATABASE_URL) || migrate) {
    const { ran, copy } = await migrateDatabase(db, config, logMigration(log));
    if (copy !== null) log.info({ migrations: ran, copy }, 'migrated; a copy of the database before is kept');
    return true;
  }
  await refuseForeign(db);
  const { done, pending } = await listMigrations(db.write);
  const [first] = pending;
  if (first === undefined) return false;
  if (done.length === 0) await refuseUnusable(db);
  throw new ConfigError(`DATABASE_URL: the database lacks migration ${first}; run posthorn migrate, or serve with --auto`);
}
