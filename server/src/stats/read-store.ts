import { type Measure, measures } from '@posthorn/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOUR_MS } from '../core/durations.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { Schema } from '../db/schema.ts';
import { followedPosition } from '../messages/follow/index.ts';
import { POSITIONS_PER_MS } from '../messages/index.ts';

/** Selects figures. */
export interface StatFilter {
  readonly tenantId: string;
  readonly from: number;
  readonly to: number;
  readonly testMode: boolean;
  readonly domainId?: string | undefined;
  readonly stream?: string | undefined;
  readonly broadcastId?: string | undefined;
}

/** The counts of an hour, and how many rows not yet folded into an hour were read for it. */
export type HourFigures = Readonly<Record<Measure | 'hour' | 'looked_at', number>>;

/** The most rows not yet folded into an hour that a request reads. */
export const MOST_UNFOLDED = 100_000;

const all = (measure: Measure) => sql.ref(measure);
const none = sql`0`;
const most = sql.lit(MOST_UNFOLDED);

const figures = (of: (measure: Measure) => RawBuilder<unknown>) =>
  sql.join(measures.map((measure) => sql`${of(measure)} as ${sql.ref(measure)}`));

function conditions({ from, to, testMode, domainId, stream }: StatFilter): RawBuilder<unknown> {
  const asked = [
    sql`hour >= ${from} and hour < ${to} and test_mode = ${sql.lit(toFlag(testMode))}`,
    ...(domainId === undefined ? [] : [sql`domain_id = ${domainId}`]),
    ...(stream === undefined ? [] : [sql`stream = ${stream}`]),
  ];
  return sql.join(asked, sql` and `);
}

const folded = (filter: StatFilter) => sql`
  select hour, ${figures((measure) => sql`${all(measure)}`)}, 0 as looked_at from stat_hours
  where tenant_id = ${filter.tenantId} and broadcast_id = ${filter.broadcastId ?? ''} and ${conditions(filter)}`;

function appended(filter: StatFilter): RawBuilder<unknown> {
  const ofBroadcast = filter.broadcastId === undefined ? sql`true` : sql`broadcast_id = ${filter.broadcastId}`;
  return sql`
    select hour, ${figures((measure) => sql`case when measure = ${sql.lit(measure)} then count else 0 end`)}, 1 as looked_at
    from (select * from stat_deltas where tenant_id = ${filter.tenantId} limit ${most}) r where ${ofBroadcast} and ${conditions(filter)}`;
}

/** Counts messages that the log has not been followed to yet; mail of broadcasts is in the appended counts. */
function unfollowed({ tenantId, ...filter }: StatFilter): RawBuilder<unknown> {
  return sql`
    select hour, ${figures((measure) => (measure === 'accepted' ? sql`1` : none))}, 1 as looked_at from (
      select created_at - created_at % ${sql.lit(HOUR_MS)} as hour, domain_id, stream, test_mode, broadcast_id from messages
      where tenant_id = ${tenantId} and position > ${followedPosition(tenantId)} and position >= ${filter.from * POSITIONS_PER_MS} and position < ${filter.to * POSITIONS_PER_MS}
      order by position limit ${most}
    ) r where broadcast_id is null and ${conditions({ tenantId, ...filter })}`;
}

/** Returns the hours in which something was counted. A single statement, so that rows folded meanwhile count once. */
export async function readHours(db: Kysely<Schema>, filter: StatFilter): Promise<HourFigures[]> {
  const parts = [folded(filter), appended(filter), ...(filter.broadcastId === undefined ? [unfollowed(filter)] : [])];
  const sums = sql.join([...measures, 'looked_at'].map((name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`));
  const { rows } = await sql<HourFigures>`
    select hour, ${sums} from (${sql.join(parts, sql` union all `)}) r group by hour order by hour`.execute(db);
  return rows;
}
