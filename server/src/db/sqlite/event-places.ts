import { type DialectAdapter, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { EventPlaces, Trx } from '../engine.ts';
import type { EventRow } from '../schema.ts';

export const addPlaces = (table: string): RawBuilder<unknown>[] => [sql`alter table ${sql.table(table)} add column place bigint`];

/** Tenants whose last positions a connection caches. */
const KEPT_TENANTS = 10_000;

type LastPlaces = LRUCache<string, number>;

const byConnection = new WeakMap<DialectAdapter, LastPlaces>();

/** Returns the last position given by the single write connection: a transaction that is rolled back leaves a gap. */
function lastPlacesOf(trx: Trx): LastPlaces {
  const { adapter } = trx.getExecutor();
  const known = byConnection.get(adapter);
  if (known !== undefined) return known;
  const last: LastPlaces = new LRUCache({ max: KEPT_TENANTS });
  byConnection.set(adapter, last);
  return last;
}

async function findLastPlaces(trx: Trx, tenantIds: readonly string[]): Promise<[tenantId: string, place: number][]> {
  const { rows } = await sql<{ tenant_id: string; last: number }>`
    select t.value as tenant_id, coalesce((select max(place) from events where tenant_id = t.value), 0) as last
    from json_each(${JSON.stringify(tenantIds)}) t`.execute(trx);
  return rows.map((row) => [row.tenant_id, row.last]);
}

/** Returns events with positions after the last ones of their tenants. Relies on one write transaction at a time. */
export async function placeEvents(trx: Trx, rows: readonly EventRow[]): Promise<EventRow[]> {
  const kept = lastPlacesOf(trx);
  const tenantIds = [...new Set(rows.map(({ tenant_id }) => tenant_id))];
  const known = tenantIds.flatMap((id): [string, number][] => {
    const place = kept.get(id);
    return place === undefined ? [] : [[id, place]];
  });
  // Separate from the cache, from which one tenant may evict another.
  const last = new Map(known);
  const unknown = tenantIds.filter((id) => !last.has(id));
  if (unknown.length > 0) for (const [id, place] of await findLastPlaces(trx, unknown)) last.set(id, Math.max(place, kept.get(id) ?? 0));
  const placed = rows.map((row) => {
    const place = (last.get(row.tenant_id) ?? 0) + 1;
    last.set(row.tenant_id, place);
    return { ...row, place };
  });
  for (const [id, place] of last) kept.set(id, place);
  return placed;
}

/** Positions on SQLite, where one transaction writes at a time: an event with a position is committed before the next one is given. */
export const eventPlaces: EventPlaces = {
  lastPlace: async () => Number.MAX_SAFE_INTEGER,
  markTransactions: async () => ({ next: 0, oldest: 0 }),
  oldestTransaction: async () => 0,
};
