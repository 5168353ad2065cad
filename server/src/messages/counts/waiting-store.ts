import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { MOST_COUNTED } from '../../db/most-counted.ts';
import type { Schema } from '../../db/schema.ts';
import { suspendedTenants } from '../../tenants/index.ts';

/** Why a message waits; `held`: it belongs to something that is stopped for now, such as a paused broadcast. */
export type WaitingReason = 'ready' | 'retry' | 'scheduled' | 'delivering' | 'held' | 'suspended';

/** Messages that wait in one state for one reason. */
export interface WaitingMessages {
  readonly state: string;
  readonly reason: WaitingReason;
  /** At most 100,000. */
  readonly count: number;
  /** Those of them that are mail of broadcasts. */
  readonly ofBroadcasts: number;
  /** Since when the oldest waits, epoch milliseconds: since it was accepted, due, or first tried; null for scheduled mail. */
  readonly since: number | null;
}

/** The condition of the index `messages_waiting`, as it is declared there. */
const HAS_PLACE = sql`due_at is not null and (broadcast_id is null or first_attempt_at is not null)`;
const DUE_FROM = sql`case when scheduled_at > created_at then scheduled_at else created_at end`;
/** A message that was rescheduled after an attempt waits only since its new time. */
const TRIED_FROM = sql`case when scheduled_at > first_attempt_at then scheduled_at else first_attempt_at end`;

interface Bucket {
  readonly where: RawBuilder<unknown>;
  readonly reason: WaitingReason;
  readonly since: RawBuilder<unknown>;
}

const BUCKETS: readonly Bucket[] = [
  { where: sql`${HAS_PLACE} and status = 'queued' and first_attempt_at is null`, reason: 'ready', since: DUE_FROM },
  { where: sql`${HAS_PLACE} and status = 'queued' and first_attempt_at is not null`, reason: 'retry', since: TRIED_FROM },
  { where: sql`${HAS_PLACE} and status = 'sent' and first_attempt_at is not null`, reason: 'retry', since: TRIED_FROM },
  { where: sql`${HAS_PLACE} and status = 'scheduled'`, reason: 'scheduled', since: sql`cast(null as bigint)` },
];

/** What workers have claimed, which is never much. */
const CLAIMED: Bucket = { where: sql`claim_expires_at is not null`, reason: 'delivering', since: DUE_FROM };

const countBucket = ({ where, reason, since }: Bucket, reasonOf: RawBuilder<unknown>) => sql`
  select r.status, r.reason, count(*) as count, sum(r.bulk) as bulk, min(r.since) as since from (
    select status, case ${reasonOf} else ${sql.lit(reason)} end as reason, ${since} as since,
      case when broadcast_id is null then 0 else 1 end as bulk
    from messages where ${where} limit ${MOST_COUNTED}
  ) r group by r.status, r.reason`;

interface CountRow {
  readonly status: string;
  readonly reason: WaitingReason;
  readonly count: number;
  readonly bulk: number;
  readonly since: number | null;
}

/**
 * Counts messages that have not been sent by why they wait, at most 100,000 of each, using only indexes of open work. Untried mail of
 * broadcasts is not counted. `held`: conditions on a row of `messages`.
 */
export async function countWaiting(db: Kysely<Schema>, held: readonly Expression<SqlBool>[]): Promise<WaitingMessages[]> {
  const isHeld = held.map((condition) => sql`when ${condition} then 'held'`);
  const waits = sql.join([sql`when tenant_id in (${suspendedTenants()}) then 'suspended'`, ...isHeld], sql` `);
  const counts = [...BUCKETS.map((bucket) => countBucket(bucket, waits)), countBucket(CLAIMED, sql`when 1 = 0 then ''`)];
  const { rows } = await sql<CountRow>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows.map(({ status, bulk, ...row }) => ({ ...row, state: status, ofBroadcasts: bulk }));
}
