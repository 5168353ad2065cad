import { type Kysely, sql } from 'kysely';
import { fromValues, isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';

/** Turns that are asked for, how many microseconds they take for each tenant; `now` in epoch microseconds. */
export interface TurnRequest {
  readonly taken: ReadonlyMap<string, number>;
  readonly now: number;
}

/** Reserves turns for the broadcast mail of tenants, one after another. Returns when those of each begin, in epoch microseconds. */
export async function reserveTurns(trx: Trx, { taken, now }: TurnRequest): Promise<Map<string, number>> {
  const columns = { tenant_id: 'text', taken: 'bigint' } as const;
  const rows = [...taken].map(([tenant_id, us]) => ({ tenant_id, taken: us }));
  const reserved = await trx
    .insertInto('broadcast_paces')
    .columns(['tenant_id', 'next_at', 'next_us'])
    .expression((eb) =>
      eb
        .selectFrom(valuesTable(trx, columns, rows))
        .select([
          sql<string>`v.tenant_id`.as('tenant_id'),
          sql<number>`0`.as('next_at'),
          sql<number>`cast(${now} as bigint) + v.taken`.as('next_us'),
        ])
        // SQLite could otherwise take ON for a join's.
        .where(sql<boolean>`1 = 1`)
        // So that two transactions cannot wait for each other.
        .orderBy(sql`v.tenant_id`),
    )
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        next_us: sql`case when broadcast_paces.next_us > ${now} then broadcast_paces.next_us - ${now} else 0 end + excluded.next_us`,
      }),
    )
    .returning(['tenant_id', 'next_us'])
    .execute();
  return new Map(reserved.map((row) => [row.tenant_id, row.next_us - (taken.get(row.tenant_id) ?? 0)]));
}

/** Returns up to when turns are taken, of the tenant with most, in epoch milliseconds; 0 where none ever were. */
export async function findLastTurn(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('broadcast_paces')
    .select((eb) => eb.fn.max('next_us').as('next_us'))
    .executeTakeFirst();
  return Math.ceil((row?.next_us ?? 0) / 1000);
}

/** How far a tenant has come in handing mail over; times are in epoch microseconds. */
export interface Pace {
  /** Up to when the turns reach that mail was handed over in, whenever it had its own. */
  readonly handedUntil: number;
  /** Up to when retries have turns that there was no room for when they came due. */
  readonly retriesUntil: number;
}

/** Locks the paces of tenants and returns them. */
export async function lockPaces(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, Pace>> {
  const fresh = tenantIds.toSorted().map((tenant_id) => ({ tenant_id, next_at: 0, next_us: 0, handed_us: 0, retries_us: 0 }));
  await trx
    .insertInto('broadcast_paces')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await trx
    .selectFrom('broadcast_paces')
    .select(['tenant_id', 'handed_us', 'retries_us'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_paces'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, { handedUntil: row.handed_us, retriesUntil: row.retries_us }]));
}

/** Writes the paces of tenants, which are locked. */
export async function updatePaces(trx: Trx, paces: ReadonlyMap<string, Pace>): Promise<void> {
  const columns = { tenant_id: 'text', handed_us: 'bigint', retries_us: 'bigint' } as const;
  const rows = [...paces].map(([tenant_id, pace]) => ({ tenant_id, handed_us: pace.handedUntil, retries_us: pace.retriesUntil }));
  await trx
    .updateTable('broadcast_paces')
    .from(valuesTable(trx, columns, rows))
    .set(fromValues('handed_us', 'retries_us'))
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
  await trx.updateTable('broadcast_paces').set({ next_us: 0, retries_us: 0 }).where('tenant_id', '=', tenantId).execute();
  return ids;
}
