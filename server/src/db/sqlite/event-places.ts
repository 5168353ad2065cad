import { type RawBuilder, sql } from 'kysely';
import type { EventPlaces, Trx } from '../engine.ts';
import type { EventRow } from '../schema.ts';

export const addPlaces = (table: string): RawBuilder<unknown>[] => [sql`alter table ${sql.table(table)} add column place bigint`];

/** Gives events the places after the last ones of their tenants; one transaction at a time does. */
export async function placeEvents(trx: Trx, rows: readonly EventRow[]): Promise<EventRow[]> {
  const tenantIds = [...new Set(rows.map(({ tenant_id }) => tenant_id))];
  const found = await sql<{ tenant_id: string; last: number }>`
    select t.value as tenant_id, coalesce((select max(place) from events where tenant_id = t.value and place is not null), 0) as last
    from json_each(${JSON.stringify(tenantIds)}) t`.execute(trx);
  const last = new Map(found.rows.map((row) => [row.tenant_id, row.last]));
  return rows.map((row) => {
    const place = (last.get(row.tenant_id) ?? 0) + 1;
    last.set(row.tenant_id, place);
    return { ...row, place };
  });
}

/** One transaction at a time: whoever has a place is there before the next one has another. */
export const eventPlaces: EventPlaces = {
  lastPlace: async () => Number.MAX_SAFE_INTEGER,
  markTransactions: async () => ({ next: 0, oldest: 0 }),
  oldestTransaction: async () => 0,
};
