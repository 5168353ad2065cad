import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Tables whose rows wait for a time, with a partial index on it. */
type DueTable = 'messages' | 'webhook_deliveries' | 'inbound_spool';

/** Returns when the next row of a table is due, in epoch milliseconds; null where none is. */
export async function findNextDue(db: Kysely<Schema>, table: DueTable): Promise<number | null> {
  const query = db.selectFrom(table).select('due_at').where('due_at', 'is not', null);
  const row = await query.orderBy('due_at').limit(1).executeTakeFirst();
  return row?.due_at ?? null;
}
