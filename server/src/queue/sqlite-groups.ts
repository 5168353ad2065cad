import { type RawBuilder, sql } from 'kysely';
import { LOOK_AHEAD } from './job-store.ts';
import type { JobName } from './jobs.ts';

interface GroupsRequest {
  readonly name: JobName;
  /** What rows of `jobs` have to fulfil to be claimed. */
  readonly ready: RawBuilder<unknown>;
  readonly limit: number;
  /** How many jobs of a group may be active. */
  readonly groupLimit: number;
}

/**
 * The rows to claim next, of a group only as many as its limit allows. Any number may wait for groups that have theirs: if there are no
 * others among the first, the first of each group are found by the index of groups.
 */
export function nextOfGroups({ name, ready, limit, groupLimit }: GroupsRequest): RawBuilder<unknown> {
  const waiting = sql`jobs.queue = ${name} and jobs.state = 'waiting'`;
  return sql`
    with recursive busy as materialized (
      select group_key, count(*) as active from jobs where queue = ${name} and state = 'active' and group_key is not null group by group_key
    ), first as materialized (
      select j.rowid, j.group_key, j.priority, j.id, coalesce(busy.active, 0) as active
      from (select rowid, group_key, priority, id from jobs where ${ready} order by priority desc, id limit ${LOOK_AHEAD}) j
      left join busy on busy.group_key = j.group_key where coalesce(busy.active, 0) < ${groupLimit}
      order by j.priority desc, j.id limit ${limit}
    ), groups(group_key) as (
      select min(jobs.group_key) from jobs where ${waiting} and jobs.group_key is not null
        and not exists (select 1 from first) and exists (select 1 from jobs where ${ready} limit 1 offset ${LOOK_AHEAD - 1})
      union all
      select (select min(jobs.group_key) from jobs where ${waiting} and jobs.group_key > groups.group_key)
      from groups where groups.group_key is not null
    ), heads as (
      select j.rowid, j.group_key, j.priority, j.id, coalesce(busy.active, 0) as active
      from groups left join busy on busy.group_key = groups.group_key
      join jobs j on j.rowid in (
        select jobs.rowid from jobs where ${ready} and jobs.group_key = groups.group_key order by priority desc, id limit ${groupLimit}
      )
      where coalesce(busy.active, 0) < ${groupLimit}
    ), ranked as (
      select rowid, group_key, priority, id, active + row_number() over (partition by group_key order by priority desc, id) as place
      from (select * from first union all select * from heads)
    )
    select rowid from ranked where group_key is null or place <= ${groupLimit} order by priority desc, id limit ${limit}`;
}
