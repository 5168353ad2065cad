import type { Kysely } from 'kysely';
import { isIn, type Trx } from '../db/dialect.ts';
import type { IdStretch } from '../db/remove-old.ts';
import type { Schema } from '../db/schema.ts';

/** Returns the next events in order, and which of them are announcements. */
export function listOldEvents(
  db: Kysely<Schema>,
  { after, below, limit }: IdStretch,
): Promise<{ id: string; message_id: string | null }[]> {
  const query = db.selectFrom('events').select(['id', 'message_id']).where('id', '>', after).where('id', '<', below);
  return query.orderBy('id').limit(limit).execute();
}

export async function deleteEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('events')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
}
