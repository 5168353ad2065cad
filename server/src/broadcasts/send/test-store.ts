import type { Trx } from '../../db/dialect.ts';
import { CHARGES, POSITIONS_PER_MS } from '../../messages/index.ts';

/** Tag of broadcast tests in the log. */
export const TEST_TAG = 'broadcast_test';

/** Returns how many tests a tenant has sent since a time, and when it sent the first of them, in epoch milliseconds. */
export async function countTests(trx: Trx, tenantId: string, since: number): Promise<{ count: number; oldest: number }> {
  const row = await trx
    .selectFrom('message_tags as t')
    .innerJoin('messages as m', (join) => join.onRef('m.tenant_id', '=', 't.tenant_id').onRef('m.position', '=', 't.position'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('t.position').as('oldest')])
    .where('t.tenant_id', '=', tenantId)
    .where('t.key', '=', TEST_TAG)
    // A tenant may use a tag of this name as well, even with the id of a broadcast.
    .where('m.charge', '=', CHARGES.test)
    .where('t.position', '>', since * POSITIONS_PER_MS)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldest: Math.floor(Number(row.oldest ?? 0) / POSITIONS_PER_MS) };
}
