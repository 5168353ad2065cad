import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

export async function countMessagesByStatus(db: Kysely<Schema>): Promise<Record<string, number>> {
  const query = db.selectFrom('messages').select(['status', (eb) => eb.fn.countAll<number>().as('count')]);
  const rows = await query.groupBy('status').execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

export async function countAttemptsInDoubt(db: Kysely<Schema>): Promise<number> {
  const query = db.selectFrom('delivery_attempts').select((eb) => eb.fn.countAll<number>().as('count'));
  const row = await query.where('in_doubt_since', 'is not', null).executeTakeFirstOrThrow();
  return row.count;
}
