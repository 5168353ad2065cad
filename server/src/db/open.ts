import { existsSync } from 'node:fs';
import { ConfigError } from '../config/config-error.ts';
import type { Db } from './db.ts';
import type { OpenOptions } from './open-options.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { DatabaseInUse, IN_MEMORY, openSqlite } from './sqlite/open-sqlite.ts';

export { TOLERATED_MS } from './postgres/database-clock.ts';
export { keepsSessions, SessionsNotKept } from './postgres/examine-sessions.ts';
export { isPooled } from './postgres/session.ts';
export { checkFile } from './sqlite/check-file.ts';
export { explainAccess } from './sqlite/explain-access.ts';
export { isServed } from './sqlite/file-lock.ts';
export { DatabaseInUse };

const SQLITE = 'sqlite:';
const SCAN_MS = 20_000;

const DEFAULTS: OpenOptions = {
  scanMs: SCAN_MS,
  directUrl: undefined,
  around: (dialect) => dialect,
  alone: true,
  beside: false,
  onSkew: () => undefined,
  onCheckpointFault: () => undefined,
  onFileFault: () => undefined,
};

/** Returns whether a URL is of a database that belongs to one process, which then may migrate it unasked. */
export const isEmbedded = (url: string): boolean => url.startsWith(SQLITE);

/** Opens the database of a `sqlite:` or `postgres:` URL. Throws ConfigError where it cannot be used, and DatabaseInUse where another process has it. */
export async function openDatabase(url: string, given: Partial<OpenOptions> = {}): Promise<Db> {
  const options = { ...DEFAULTS, ...given };
  return isEmbedded(url) ? openSqlite(url.slice(SQLITE.length), options) : openPostgres(url, options);
}

/** Throws ConfigError where there is no file of an embedded database: opening it would make one, though the caller asks for one that exists. */
export function assertDatabase(url: string): void {
  const files = embeddedFiles(url);
  if (files !== undefined && !existsSync(files.database)) throw new ConfigError(`DATABASE_URL: there is no ${files.database}`);
}

/** Paths of the files of an embedded database. */
export interface EmbeddedFiles {
  readonly database: string;
  /** The file of the generated secret key. */
  readonly key: string;
}

/** Returns the paths of the files of an embedded database; undefined for one in memory, and for PostgreSQL. */
export function embeddedFiles(url: string): EmbeddedFiles | undefined {
  const database = url.slice(SQLITE.length);
  return isEmbedded(url) && database !== IN_MEMORY ? { database, key: `${database}.key` } : undefined;
}
