import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { POSITIONS_PER_MS } from '../message.ts';

/** How many messages a tenant has had lately. */
export interface EmailCount {
  readonly tenantId: string;
  readonly count: number;
  /** Since when, epoch milliseconds: the start of the period, or the time of the oldest that was counted where there are more. */
  readonly since: number;
}

/** The most messages of a tenant that are counted. */
const MOST = 20_000;

/** Counts the newest messages of tenants since a time, at most 20,000 of each, from the index of the log. */
export async function countEmails(db: Kysely<Schema>, tenantIds: readonly string[], since: number): Promise<EmailCount[]> {
  if (tenantIds.length === 0) return [];
  const counts = tenantIds.map(
    (id) => sql`select cast(${id} as text) as tenant, count(*) as count, min(r.position) as oldest from (
      select position from messages where tenant_id = ${id} and position >= ${since * POSITIONS_PER_MS} order by position desc limit ${sql.lit(MOST)}
    ) r`,
  );
  const { rows } = await sql<{ tenant: string; count: number; oldest: number | null }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows.map(({ tenant, count, oldest }) => ({
    tenantId: tenant,
    count,
    since: count < MOST || oldest === null ? since : Math.floor(oldest / POSITIONS_PER_MS),
  }));
}
