import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Runs statements of one connection, outside of a transaction, whose commits do not wait for the disk: a power cut may undo the last of
 * them, the end of the process cannot. The next synchronous commit makes them durable, so nothing that depends on them is kept without
 * them.
 */
export function withoutSync<T>(write: Kysely<Schema>, run: (connection: Kysely<Schema>) => Promise<T>): Promise<T> {
  return write.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await run(connection);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
