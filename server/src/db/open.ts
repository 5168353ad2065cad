import type { Db } from './db.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

/** Opens the database of a `sqlite:` or `postgres:` URL. */
export async function openDatabase(url: string): Promise<Db> {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}
