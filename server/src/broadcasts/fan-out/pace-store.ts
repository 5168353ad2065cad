import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fromValues, isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';

/**
 * During a rolling upgrade, processes of the previous release read and write whole milliseconds (`next_at`, `handed_until`,
 * `retries_until`). Each time is written in both units; where they differ, that release wrote last.
 */
const toMs = (us: number): number => Math.ceil(us / 1000);
const exact = (us: number, ms: number): number => (toMs(us) === ms ? us : ms * 1000);

/** Returns `toMs` of an integer in SQL: SQLite would divide any other number into a fraction. */
const toMsOf = (us: RawBuilder<number>) => sql<number>`(${us} + 999) / 1000`;
const NEXT_US = sql<number>`broadcast_paces.next_us`;
const EXACT_NEXT_US = sql<number>`case when ${toMsOf(NEXT_US)} = broadcast_paces.next_at then ${NEXT_US} else broadcast_paces.next_at * 1000 end`;

/** Requested turns: how many microseconds they take for each tenant; `now` in epoch microseconds. */
export interface TurnRequest {
  readonly taken: ReadonlyMap<string, number>;
  readonly now: number;
}

/** Reserves consecutive turns for the broadcast mail of tenants. Returns when each tenant's turns begin, in epoch microseconds. */
export async function reserveTurns(trx: Trx, { taken, now }: TurnRequest): Promise<Map<string, number>> {
  const columns = { tenant_id: 'text', taken: 'bigint' } as const;
  const rows = [...taken].map(([tenant_id, us]) => ({ tenant_id, taken: us }));
  const from = sql<number>`cast(${now} as bigint)`;
  const fresh = sql<number>`${from} + v.taken`;
  const next = sql<number>`case when ${EXACT_NEXT_US} > ${from} then ${EXACT_NEXT_US} - ${from} else 0 end + excluded.next_us`;
  const reserved = await trx
    .insertInto('broadcast_paces')
    .columns(['tenant_id', 'next_at', 'next_us'])
    .expression((eb) =>
      eb
        .selectFrom(valuesTable(trx, columns, rows))
        .select([sql<string>`v.tenant_id`.as('tenant_id'), toMsOf(fresh).as('next_at'), fresh.as('next_us')])
        // Without it SQLite could read ON as part of a join.
        .where(sql<boolean>`1 = 1`)
        // A fixed order, so that two transactions cannot deadlock.
        .orderBy(sql`v.tenant_id`),
    )
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ next_at: toMsOf(next), next_us: next }))
    .returning(['tenant_id', 'next_us'])
    .execute();
  return new Map(reserved.map((row) => [row.tenant_id, row.next_us - (taken.get(row.tenant_id) ?? 0)]));
}

/** Returns until when turns are reserved, for the tenant with the most, in epoch milliseconds; 0 if none ever were. */
export async function findLastTurn(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('broadcast_paces')
    .select((eb) => eb.fn.max('next_at').as('next_at'))
    .executeTakeFirst();
  return row?.next_at ?? 0;
}

/** A tenant's progress in handing mail over; times are in epoch microseconds. */
export interface Pace {
  /** The end of the turns in which mail was handed over, whenever its own turn was. */
  readonly handedUntil: number;
  /** The end of the turns reserved for retries that had no room when they came due. */
  readonly retriesUntil: number;
}

/** Locks the paces of tenants and returns them. */
export async function lockPaces(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, Pace>> {
  const zeros = { next_at: 0, next_us: 0, handed_until: 0, handed_us: 0, retries_until: 0, retries_us: 0 };
  const fresh = tenantIds.toSorted().map((tenant_id) => ({ tenant_id, ...zeros }));
  await trx
    .insertInto('broadcast_paces')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await trx
    .selectFrom('broadcast_paces')
    .select(['tenant_id', 'handed_us', 'handed_until', 'retries_us', 'retries_until'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_paces'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.tenant_id,
      { handedUntil: exact(row.handed_us, row.handed_until), retriesUntil: exact(row.retries_us, row.retries_until) },
    ]),
  );
}

/** Writes the paces of tenants, which are locked. */
export async function updatePaces(trx: Trx, paces: ReadonlyMap<string, Pace>): Promise<void> {
  const columns = {
    tenant_id: 'text',
    handed_us: 'bigint',
    handed_until: 'bigint',
    retries_us: 'bigint',
    retries_until: 'bigint',
  } as const;
  const rows = [...paces].map(([tenant_id, { handedUntil, retriesUntil }]) => ({
    tenant_id,
    handed_us: handedUntil,
    handed_until: toMs(handedUntil),
    retries_us: retriesUntil,
    retries_until: toMs(retriesUntil),
  }));
  await trx
    .updateTable('broadcast_paces')
    .from(valuesTable(trx, columns, rows))
    .set(fromValues('handed_us', 'handed_until', 'retries_us', 'retries_until'))
    .whereRef('broadcast_paces.tenant_id', '=', 'v.tenant_id')
    .execute();
}

export interface Reissue {
  readonly tenantId: string;
  /**
   * The id of the broadcast that is resumed, whose retries were hidden meanwhile; null if the tenant is resumed, with all its broadcasts.
   */
  readonly resumed: string | null;
}

/** A resumed broadcast releases its retries, even if another is resumed before it has. */
const keepsRetries = (resumed: string | null) =>
  resumed === null ? 0 : sql<0 | 1>`case when broadcast_id = ${resumed} then 0 when issue_after is null then 1 else keeps_retries end`;

/**
 * Makes everything that waits in the tenant's broadcasts in progress get its jobs or turns again, from now on. Retries of those that were
 * not resumed keep their times. Returns the ids of the broadcasts.
 */
export async function reissueAll(trx: Trx, { tenantId, resumed }: Reissue): Promise<string[]> {
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
      .set({ issue_after: '', keeps_retries: keepsRetries(resumed) })
      .where((eb) => isIn(trx, eb.ref('broadcast_id'), ids))
      .execute();
  await trx
    .updateTable('broadcast_paces')
    .set({ next_at: 0, next_us: 0, retries_us: 0, retries_until: 0 })
    .where('tenant_id', '=', tenantId)
    .execute();
  return ids;
}
