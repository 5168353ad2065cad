import { sql } from 'kysely';
import type { Trx } from '../../db/dialect.ts';
import { POSITIONS_PER_MS } from '../../messages/index.ts';

/** Tag of the tests of broadcasts in the log. */
export const TEST_TAG = 'broadcast_test';

/** Returns how many tests a tenant has sent since a time, and when the first of them was sent, in epoch milliseconds. */
export async function countTests(trx: Trx, tenantId: string, since: number): Promise<{ count: number; oldest: number }> {
  const row = await trx
    .selectFrom('message_tags')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('position').as('oldest')])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', TEST_TAG)
    // A tenant may have a tag of this name as well.
    .where(sql`substr(value, 1, 3)`, '=', 'bc_')
    .where('position', '>', since * POSITIONS_PER_MS)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldest: Math.floor(Number(row.oldest ?? 0) / POSITIONS_PER_MS) };
}
