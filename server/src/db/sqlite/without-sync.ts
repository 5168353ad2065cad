import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Runs statements of one connection, outside of a transaction, whose commits do not wait for the disk: a power cut may undo the last of
 * them, the end of the process none. The next commit that waits takes them along, so what rests on them is never kept without them.
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
