import type { Db } from './db.ts';
import { openPostgres } from './open-postgres.ts';
import { DatabaseInUse, IN_MEMORY, openSqlite } from './open-sqlite.ts';

export { DatabaseInUse };

const SQLITE = 'sqlite:';

/** True for a database that belongs to one process, which then may migrate it unasked. */
export const isEmbedded = (url: string): boolean => url.startsWith(SQLITE);

/** Opens the database of a `sqlite:` or `postgres:` URL. */
export async function openDatabase(url: string): Promise<Db> {
  return isEmbedded(url) ? openSqlite(url.slice(SQLITE.length)) : openPostgres(url);
}

/** Where the generated secret key of an embedded database is kept; undefined where there is no such file. */
export function keyFileOf(url: string): string | undefined {
  return isEmbedded(url) && url.slice(SQLITE.length) !== IN_MEMORY ? `${url.slice(SQLITE.length)}.key` : undefined;
}
