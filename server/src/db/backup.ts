import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ConfigError } from '../config.ts';
import { embeddedFiles } from './open.ts';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** An empty file that only its owner reads, which `vacuum into` then fills; one that is there is left alone. */
function reserve(copy: string): void {
  try {
    closeSync(openSync(copy, 'wx', 0o600));
  } catch (error) {
    throw new ConfigError(`${copy} cannot be made: ${reasonOf(error)}`);
  }
}

/** Writes a whole copy of an embedded database, which a server may be serving. Throws ConfigError. */
export function backUpDatabase(url: string, copy: string): void {
  const files = embeddedFiles(url);
  if (files === undefined) throw new ConfigError('DATABASE_URL: only a SQLite file is backed up so; on PostgreSQL use pg_dump');
  if (statSync(files.database, { throwIfNoEntry: false }) === undefined)
    throw new ConfigError(`DATABASE_URL: there is no ${files.database}`);
  reserve(copy);
  const database = new Database(files.database, { readonly: true });
  try {
    database.prepare('vacuum into ?').run(copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw new ConfigError(`${copy} cannot be written: ${reasonOf(error)}`);
  } finally {
    database.close();
  }
}
