import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MOST_COUNTED } from '../../db/most-counted.ts';
import type { Schema } from '../../db/schema.ts';
import { suspendedTenants } from '../../tenants/index.ts';

/** How many deliveries wait in one state. */
export interface WaitingDeliveries {
  /** `held`: their endpoint is inactive or deleted, or the tenant suspended. */
  readonly state: 'ready' | 'retry' | 'held';
  /** At most 100,000 of those that were never tried, and of the others. */
  readonly count: number;
  /** When the oldest was planned, in epoch milliseconds. */
  readonly since: number | null;
}

const IS_HELD = sql`webhook_id in (select id from webhooks where active = 0 union all select id from webhooks where deleted_at is not null)
  or tenant_id in (${suspendedTenants()})`;

const countThose = (state: WaitingDeliveries['state'], where: RawBuilder<unknown>) => sql`
  select r.state, count(*) as count, min(r.since) as since from (
    select case when ${IS_HELD} then 'held' else ${sql.lit(state)} end as state, created_at as since
    from webhook_deliveries where due_at is not null and ${where} limit ${MOST_COUNTED}
  ) r group by r.state`;

/** Counts the deliveries that wait by state, from the index of those that do. */
export async function countWaitingDeliveries(db: Kysely<Schema>): Promise<WaitingDeliveries[]> {
  const { rows } = await sql<WaitingDeliveries>`
    select r.state, sum(r.count) as count, min(r.since) as since
    from (${countThose('ready', sql`attempt_count = 0`)} union all ${countThose('retry', sql`attempt_count > 0`)}) r
    group by r.state`.execute(db);
  return rows.map(({ state, count, since }) => ({ state, count, since }));
}
