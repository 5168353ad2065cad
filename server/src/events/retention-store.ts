import type { Kysely } from 'kysely';
import type { IdPageRequest } from '../core/retention.ts';
import { isIn, type Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** Returns the next events in order, with their messages; announcements have none. */
export function listOldEvents(
  db: Kysely<Schema>,
  { after, below, limit }: IdPageRequest,
): Promise<{ id: string; messageId: string | null }[]> {
  const query = db.selectFrom('events').select(['id', 'message_id as messageId']).where('id', '>', after).where('id', '<', below);
  return query.orderBy('id').limit(limit).execute();
}

export async function deleteEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('events')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
}
