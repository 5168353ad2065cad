import { type Kysely, sql } from 'kysely';
import { runUnanswered, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { type BucketName, DAY, MONTH, type QuotaWindow, windowStart } from './rolling-quota.ts';

/** Buckets of a tenant: from `from` up to and without `to`. */
export interface BucketRange {
  readonly tenantId: string;
  readonly window: QuotaWindow['name'];
  readonly from: number;
  readonly to: number;
}

/** Returns the usage of each range, by one statement; a range without usage is left out. */
export async function sumBuckets(db: Kysely<Schema>, ranges: readonly BucketRange[]): Promise<(BucketRange & { used: number })[]> {
  if (ranges.length === 0) return [];
  const columns = { tenant_id: 'text', quota_window: 'text', from_start: 'bigint', to_start: 'bigint' } as const;
  const rows = ranges.map(({ tenantId, window, from, to }) => ({
    tenant_id: tenantId,
    quota_window: window,
    from_start: from,
    to_start: to,
  }));
  const sums = await db
    .selectFrom('quota_buckets as b')
    .innerJoin(valuesTable(db, columns, rows), (join) =>
      join.onRef('v.tenant_id', '=', 'b.tenant_id').onRef('v.quota_window', '=', 'b.quota_window'),
    )
    .whereRef('b.start', '>=', sql.ref('v.from_start'))
    .whereRef('b.start', '<', sql.ref('v.to_start'))
    .groupBy(['b.tenant_id', 'b.quota_window'])
    .select(['b.tenant_id', 'b.quota_window', (eb) => eb.fn.sum<number>('b.used').as('used')])
    .execute();
  const found = new Map(sums.map((row) => [`${row.tenant_id} ${row.quota_window}`, row.used]));
  return ranges.flatMap((range) => {
    const used = found.get(`${range.tenantId} ${range.window}`);
    return used === undefined ? [] : [{ ...range, used }];
  });
}

export interface BucketCount {
  readonly tenantId: string;
  readonly window: BucketName;
  readonly start: number;
  readonly used: number;
}

/** Adds to buckets, one statement for all; a bucket may be named more than once. */
export async function addToBuckets(trx: Trx, additions: readonly BucketCount[]): Promise<void> {
  if (additions.length === 0) return;
  const columns = { tenant_id: 'text', quota_window: 'text', start: 'bigint', used: 'bigint' } as const;
  const rows = additions.map(({ tenantId, window, start, used }) => ({ tenant_id: tenantId, quota_window: window, start, used }));
  const upsert = trx
    .insertInto('quota_buckets')
    .columns(['tenant_id', 'quota_window', 'start', 'used'])
    .expression((eb) =>
      eb
        .selectFrom(valuesTable(trx, columns, rows))
        .select([sql<string>`v.tenant_id`.as('tenant_id'), sql<string>`v.quota_window`.as('quota_window')])
        // Summed, since an upsert may not write one row twice.
        .select([sql<number>`v.start`.as('start'), sql<number>`sum(v.used)`.as('used')])
        .groupBy([sql`v.tenant_id`, sql`v.quota_window`, sql`v.start`])
        // In one order, so that two transactions cannot wait for each other.
        .orderBy(sql`v.tenant_id`)
        .orderBy(sql`v.quota_window`)
        .orderBy(sql`v.start`)
        // SQLite could otherwise take ON for the join's.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((oc) => oc.columns(['tenant_id', 'quota_window', 'start']).doUpdateSet({ used: sql`quota_buckets.used + excluded.used` }));
  await runUnanswered(trx, upsert.compile());
}

/** Returns the buckets of tenants' windows from a time on, by one statement for all. */
export async function listBuckets(
  db: Kysely<Schema>,
  ranges: readonly { tenantId: string; window: QuotaWindow['name']; from: number }[],
): Promise<BucketCount[]> {
  if (ranges.length === 0) return [];
  const columns = { tenant_id: 'text', quota_window: 'text', from_start: 'bigint' } as const;
  const rows = ranges.map(({ tenantId, window, from }) => ({ tenant_id: tenantId, quota_window: window, from_start: from }));
  const buckets = await db
    .selectFrom('quota_buckets as b')
    .innerJoin(valuesTable(db, columns, rows), (join) =>
      join.onRef('v.tenant_id', '=', 'b.tenant_id').onRef('v.quota_window', '=', 'b.quota_window'),
    )
    .whereRef('b.start', '>=', sql.ref('v.from_start'))
    .select(['b.tenant_id', 'b.quota_window', 'b.start', 'b.used'])
    .execute();
  // Safe because only these names are written.
  return buckets.map(({ tenant_id, quota_window, start, used }) => ({
    tenantId: tenant_id,
    window: quota_window as BucketName,
    start,
    used,
  }));
}

/** Returns the buckets of a tenant that count at a time, by one statement and without locks. */
export async function findUsed(db: Kysely<Schema>, tenantId: string, now: number): Promise<ReadonlyMap<BucketName, number>> {
  const rows = await db
    .selectFrom('quota_buckets')
    .select(['quota_window', (eb) => eb.fn.sum<number>('used').as('used')])
    .where('tenant_id', '=', tenantId)
    .where((eb) =>
      eb.or([
        eb.and([eb('quota_window', '=', DAY.name), eb('start', '>=', windowStart(DAY, now))]),
        eb.and([eb('quota_window', '!=', DAY.name), eb('start', '>=', windowStart(MONTH, now))]),
      ]),
    )
    .groupBy('quota_window')
    .execute();
  // Safe because only these names are written.
  return new Map(rows.map(({ quota_window, used }) => [quota_window as BucketName, used]));
}

const LET_GO = {
  daily: sql`b.start < m.day_from`,
  monthly: sql`b.start < m.month_from`,
  // No meter counts these.
  test: sql`1 = 1`,
  marketing: sql`1 = 1`,
} as const;

/** Removes buckets that have left a window and that the tenant's meter has let go of; returns how many. */
export async function deleteOldBuckets(
  trx: Trx,
  { window, before, limit }: { window: BucketName; before: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ start: number }>`
    delete from quota_buckets where (tenant_id, quota_window, start) in (
      select b.tenant_id, b.quota_window, b.start from quota_buckets b join tenant_meters m on m.tenant_id = b.tenant_id
      where b.quota_window = ${window} and b.start < ${before} and ${LET_GO[window]} limit ${limit}
    ) returning start`.execute(trx);
  return rows.length;
}
