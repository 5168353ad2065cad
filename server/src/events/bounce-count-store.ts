import { type Kysely, type SqlBool, sql } from 'kysely';
import { HOUR_MS } from '../core/durations.ts';
import { isIn, isMadeSince } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

const TYPES = ['bounce', 'complaint'] as const;

/** Bounces or complaints of a tenant in an hour. */
export interface BounceCount {
  readonly tenantId: string;
  readonly type: (typeof TYPES)[number];
  /** When the hour began, epoch milliseconds. */
  readonly hour: number;
  readonly count: number;
}

/** Events that are looked at, the newest. */
const MOST = 200_000;
/** The condition of the index `events_bounced`, as it is declared there. */
const IS_BOUNCED = sql<SqlBool>`type in ('bounce', 'complaint') and test_mode = 0`;

/** Returns the tenants that have most bounces since a time, and those that have most complaints; test mode apart. */
export async function findMostBounced(db: Kysely<Schema>, { since, tenants }: { since: number; tenants: number }): Promise<string[]> {
  const most = TYPES.map(
    (type) => sql`select * from (
      select r.tenant_id, count(*) as count from (
        select tenant_id from events where ${IS_BOUNCED} and type = ${sql.lit(type)} and created_at >= ${since} and ${isMadeSince(db, sql.ref('id'), 'evt', since)}
        order by created_at desc limit ${sql.lit(MOST)}
      ) r group by r.tenant_id order by count desc, r.tenant_id limit ${sql.lit(tenants)}
    ) v`,
  );
  const { rows } = await sql<{ tenant_id: string }>`${sql.join(most, sql` union all `)}`.execute(db);
  return [...new Set(rows.map(({ tenant_id }) => tenant_id))];
}

/** Counts bounces and complaints of tenants since a time, by the hour; test mode apart. */
export async function countBounces(db: Kysely<Schema>, tenantIds: readonly string[], since: number): Promise<BounceCount[]> {
  if (tenantIds.length === 0) return [];
  const { rows } = await sql<{ tenant_id: string; type: BounceCount['type']; hour: number; count: number }>`
    select r.tenant_id, r.type, r.created_at - r.created_at % ${sql.lit(HOUR_MS)} as hour, count(*) as count from (
      select tenant_id, type, created_at from events where ${IS_BOUNCED} and created_at >= ${since} and ${isMadeSince(db, sql.ref('id'), 'evt', since)}
      order by created_at desc limit ${sql.lit(MOST)}
    ) r where ${isIn(db, sql.ref('r.tenant_id'), tenantIds)} group by 1, 2, 3`.execute(db);
  return rows.map(({ tenant_id, ...row }) => ({ ...row, tenantId: tenant_id }));
}
