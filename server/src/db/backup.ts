import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ConfigError } from '../config/config-error.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { assertDatabase, embeddedFiles } from './open.ts';

/** Returns the name of a copy that is still being written: a process that is killed amid it leaves nothing that could be taken for a whole one. */
const draftOf = (copy: string) => `${copy}~`;

/** An empty file that only its owner reads, which `vacuum into` then fills. */
function reserve(draft: string): void {
  try {
    rmSync(draft, { force: true });
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (error) {
    throw new ConfigError(`${draft} cannot be made: ${reasonOf(error)}`);
  }
}

/** What `vacuum into` has written is in no hurry to the disk. */
function sync(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function fill(draft: string, source: string): void {
  const database = new Database(source, { readonly: true });
  try {
    database.prepare('vacuum into ?').run(draft);
  } finally {
    database.close();
  }
  sync(draft);
}

/**
 * Writes a complete copy of an embedded database, which a server may be serving. Throws ConfigError if it cannot be written, or if the file
 * exists already and is not to be replaced.
 */
export function backUpDatabase(url: string, copy: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const files = embeddedFiles(url);
  if (files === undefined) throw new ConfigError('DATABASE_URL: only a SQLite file is backed up so; on PostgreSQL use pg_dump');
  assertDatabase(url);
  if (!replace && existsSync(copy)) throw new ConfigError(`${copy} is there already`);
  const draft = draftOf(copy);
  reserve(draft);
  try {
    fill(draft, files.database);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new ConfigError(`${copy} cannot be written: ${reasonOf(error)}`);
  }
}
