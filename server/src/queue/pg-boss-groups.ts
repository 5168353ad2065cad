// What pg-boss lacks for queues that limit groups: its claims go through all that wait for groups that have their jobs, each time.

import { type RawBuilder, sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Db } from '../db/db.ts';
import type { Trx } from '../db/dialect.ts';
import { LOOK_AHEAD, type Priorities, RAISED_AT_ONCE } from './job-store.ts';
import type { JobName } from './jobs.ts';

/**
 * Creates the index by which the first jobs of a group are found. No other has this order: where nearly all jobs are of one group, the
 * planner would look through that of a queue for those of any other.
 */
export async function indexGroups(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  await db.executeSql(`
    create index if not exists posthorn_jobs_of_group on pgboss.job (name, group_id, (-priority), created_on, start_after)
    where state < 'active' and not blocked and group_id is not null`);
  // Its first form, by the priority itself.
  await db.executeSql('drop index if exists pgboss.posthorn_job_groups');
}

interface GroupsRequest {
  readonly name: JobName;
  readonly limit: number;
  /** How many jobs of a group may be active. */
  readonly groupLimit: number;
  readonly priorities: Priorities;
}

/** A job as it is claimed. */
export interface ClaimedRow {
  readonly id: string;
  readonly retryCount: number;
  readonly priority: number;
  readonly createdOn: Date | null;
  readonly data: unknown;
}

/**
 * Claims jobs, of a group only as many as its limit allows. Any number may wait for groups that have theirs: if there are no others among
 * the first, the first of each group are found by the index of groups.
 */
export function nextOfGroups({ name, limit, groupLimit, priorities: { min, max } }: GroupsRequest): RawBuilder<ClaimedRow> {
  const waiting = sql`j.name = ${name} and j.state < 'active' and not j.blocked`;
  const due = sql`${waiting} and j.start_after <= pgboss.job_now()`;
  const ready = sql`${due} and ${min === undefined ? sql`true` : sql`j.priority >= ${min}`}
    and ${max === undefined ? sql`true` : sql`j.priority <= ${max}`}`;
  const readyInGroup = sql`${due} and ${min === undefined ? sql`true` : sql`-j.priority <= ${-min}`}
    and ${max === undefined ? sql`true` : sql`-j.priority >= ${-max}`}`;
  // A look-up in one value: a join would compare each job with each group, as long as the planner takes both for few.
  const active = sql`coalesce(((select counts from busy) ->> j.group_id)::int, 0)`;
  return sql<ClaimedRow>`
    with recursive busy as materialized (
      select coalesce(jsonb_object_agg(group_id, active), '{}') as counts from (
        select group_id, count(group_id) as active from pgboss.job where name = ${name} and state = 'active' and group_id is not null group by group_id
      ) groups
    ), first as materialized (
      select j.id, j.group_id, j.priority, j.created_on from (
        select j.id, j.group_id, j.priority, j.created_on from pgboss.job j where ${ready}
        order by j.priority desc, j.created_on limit ${LOOK_AHEAD}
      ) j where ${active} < ${groupLimit} order by priority desc, created_on limit ${limit}
    ), groups as (
      (select j.group_id from pgboss.job j where ${waiting} and j.group_id is not null and not exists (select from first)
        and exists (select from pgboss.job j where ${ready} limit 1 offset ${LOOK_AHEAD - 1})
        order by j.group_id limit 1)
      union all
      select (select j.group_id from pgboss.job j where ${waiting} and j.group_id > groups.group_id order by j.group_id limit 1)
      from groups where groups.group_id is not null
    ), heads as (
      select j.id, j.group_id, j.priority, j.created_on from groups cross join lateral (
        select j.id, j.group_id, j.priority, j.created_on from pgboss.job j where ${readyInGroup} and j.group_id = groups.group_id
        order by -j.priority, j.created_on limit ${groupLimit}
      ) j where ${active} < ${groupLimit}
    ), ranked as (
      select j.id, j.priority, j.created_on, j.group_id,
        ${active} + row_number() over (partition by j.group_id order by j.priority desc, j.created_on) as place
      from (table first union all table heads) j
    ), chosen as (
      select id from ranked where group_id is null or place <= ${groupLimit}
      order by priority desc, created_on limit ${limit}
    ), locked as (
      select id from pgboss.job where name = ${name} and id = any(array(select id from chosen)) and state <> 'active' for update skip locked
    )
    update pgboss.job set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
      retry_count = case when started_on is not null then retry_count + 1 else retry_count end
    where name = ${name} and id = any(array(select id from locked))
    returning id, retry_count as "retryCount", priority, created_on as "createdOn", data`;
}

/** Claims jobs as long as no other process does: two at once would not see each other's. */
export function claimOfGroups(db: Db, request: GroupsRequest): Promise<readonly ClaimedRow[]> {
  const inTurn = async (trx: Trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`posthorn claim ${request.name}`}, 0))`.execute(trx);
    const { rows } = await nextOfGroups(request).execute(trx);
    return rows;
  };
  return db.transact(inTurn, { keepPlans: true });
}

/** pg-boss can change one job at a time. Those that another transaction has, which may claim them, stay as they are. */
export async function lowerJobs(trx: Trx, name: JobName, groups: readonly string[], priority: number): Promise<void> {
  await sql`
    update pgboss.job set priority = ${priority} where name = ${name} and id in (
      select id from pgboss.job where name = ${name} and state < 'active' and not blocked and priority > ${priority}
        and group_id = any(${groups}::text[]) for update skip locked
    )`.execute(trx);
}

/** The other way, for the next jobs of each group. */
export async function raiseJobs(trx: Trx, name: JobName, groups: readonly string[], priority: number): Promise<void> {
  await sql`
    update pgboss.job set priority = ${priority} where name = ${name} and id = any(array(
      select next.id from unnest(${groups}::text[]) as raised(group_id) cross join lateral (
        select id from pgboss.job where name = ${name} and state < 'active' and not blocked and group_id = raised.group_id
          and -priority > ${-priority} order by -priority, created_on limit ${RAISED_AT_ONCE} for update skip locked
      ) next
    ))`.execute(trx);
}
