import { sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';

export interface TurnRequest {
  /** How many mails of each tenant are to have turns. */
  readonly counts: ReadonlyMap<string, number>;
  /** Milliseconds from one to the next. */
  readonly step: number;
  readonly now: number;
}

/** Gives the broadcast mail of tenants its turns, one after another; returns when the first of each may go. */
export async function reserveTurns(trx: Trx, { counts, step, now }: TurnRequest): Promise<Map<string, number>> {
  const columns = { tenant_id: 'text', taken: 'bigint' } as const;
  const rows = [...counts].map(([tenant_id, count]) => ({ tenant_id, taken: count * step }));
  const taken = await trx
    .insertInto('broadcast_paces')
    .columns(['tenant_id', 'next_at'])
    .expression((eb) =>
      eb
        .selectFrom(valuesTable(trx, columns, rows))
        .select([sql<string>`v.tenant_id`.as('tenant_id'), sql<number>`cast(${now} as bigint) + v.taken`.as('next_at')])
        // SQLite could otherwise take ON for a join's.
        .where(sql<boolean>`1 = 1`)
        // So that two transactions cannot wait for each other.
        .orderBy(sql`v.tenant_id`),
    )
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        next_at: sql`case when broadcast_paces.next_at > ${now} then broadcast_paces.next_at - ${now} else 0 end + excluded.next_at`,
      }),
    )
    .returning(['tenant_id', 'next_at'])
    .execute();
  return new Map(taken.map((row) => [row.tenant_id, row.next_at - (counts.get(row.tenant_id) ?? 0) * step]));
}

/** Locks the paces of tenants; returns up to when each has handed over, 0 for one that has not. */
export async function lockPaces(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const fresh = tenantIds.toSorted().map((tenant_id) => ({ tenant_id, next_at: 0, handed_until: 0 }));
  await trx
    .insertInto('broadcast_paces')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await trx
    .selectFrom('broadcast_paces')
    .select(['tenant_id', 'handed_until'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_paces'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.handed_until]));
}

/** Writes up to when tenants, whose paces are locked, have handed over. */
export async function updateHanded(trx: Trx, handed: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...handed].map(([tenant_id, handed_until]) => ({ tenant_id, handed_until }));
  await trx
    .updateTable('broadcast_paces')
    .from(valuesTable(trx, { tenant_id: 'text', handed_until: 'bigint' }, rows))
    .set({ handed_until: sql`v.handed_until` })
    .whereRef('broadcast_paces.tenant_id', '=', 'v.tenant_id')
    .execute();
}

/**
 * Makes all that waits in the broadcasts that a tenant is sending get its jobs or turns anew, from now on. Returns the ids
 * of the broadcasts.
 */
export async function reissueAll(trx: Trx, tenantId: string): Promise<string[]> {
  const sending = await trx
    .selectFrom('broadcast_ledgers')
    .select('broadcast_id')
    .where('broadcast_id', 'in', (eb) =>
      eb.selectFrom('broadcasts').select('id').where('tenant_id', '=', tenantId).where('status', '=', 'sending'),
    )
    .orderBy('broadcast_id')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_ledgers'))
    .execute();
  const ids = sending.map((row) => row.broadcast_id);
  if (ids.length > 0)
    await trx
      .updateTable('broadcast_ledgers')
      .set({ issue_after: '' })
      .where((eb) => isIn(trx, eb.ref('broadcast_id'), ids))
      .execute();
  await trx.updateTable('broadcast_paces').set({ next_at: 0 }).where('tenant_id', '=', tenantId).execute();
  return ids;
}
