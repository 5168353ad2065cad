import { sql } from 'kysely';
import { fromValues, isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';

/** Turns that are asked for. */
export interface TurnRequest {
  /** How many mails of each tenant are to have turns. */
  readonly counts: ReadonlyMap<string, number>;
  /** Milliseconds from one to the next. */
  readonly step: number;
  readonly now: number;
}

/** Reserves turns for the broadcast mail of tenants, one after another. Returns when the first mail of each may go, in epoch milliseconds. */
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

/** How far a tenant has come in handing mail over; times are in epoch milliseconds. */
export interface Pace {
  /** Up to when the turns reach that mail was handed over in, whenever it had its own. */
  readonly handedUntil: number;
  /** Up to when retries have turns that there was no room for when they came due. */
  readonly retriesUntil: number;
}

/** Locks the paces of tenants and returns them. */
export async function lockPaces(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, Pace>> {
  const fresh = tenantIds.toSorted().map((tenant_id) => ({ tenant_id, next_at: 0, handed_until: 0, retries_until: 0 }));
  await trx
    .insertInto('broadcast_paces')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await trx
    .selectFrom('broadcast_paces')
    .select(['tenant_id', 'handed_until', 'retries_until'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_paces'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, { handedUntil: row.handed_until, retriesUntil: row.retries_until }]));
}

/** Writes the paces of tenants, which are locked. */
export async function updatePaces(trx: Trx, paces: ReadonlyMap<string, Pace>): Promise<void> {
  const columns = { tenant_id: 'text', handed_until: 'bigint', retries_until: 'bigint' } as const;
  const rows = [...paces].map(([tenant_id, pace]) => ({ tenant_id, handed_until: pace.handedUntil, retries_until: pace.retriesUntil }));
  await trx
    .updateTable('broadcast_paces')
    .from(valuesTable(trx, columns, rows))
    .set(fromValues('handed_until', 'retries_until'))
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
  await trx.updateTable('broadcast_paces').set({ next_at: 0, retries_until: 0 }).where('tenant_id', '=', tenantId).execute();
  return ids;
}
