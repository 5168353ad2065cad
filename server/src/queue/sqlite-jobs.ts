import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { withoutSync } from '../db/sqlite/without-sync.ts';
import {
  BACK_OFF_MS,
  type FencingToken,
  type JobClaim,
  type JobStore,
  KEEP_FAILED_MS,
  LEASE_MS,
  LONGEST_BACK_OFF_MS,
  type Priorities,
} from './job-store.ts';
import { type JobName, jobSpecs } from './jobs.ts';
import { nextOfGroups } from './sqlite-groups.ts';
import type { QueueTime } from './time.ts';

const MAX_DOUBLINGS = Math.log2(LONGEST_BACK_OFF_MS / BACK_OFF_MS);

/** The rows that the tokens still identify. */
const current = (tokens: readonly FencingToken[]) =>
  sql`rowid in (
    select held.rowid from json_each(${JSON.stringify(tokens.map(({ id, attempt }) => ({ id, attempt })))}) token
    join jobs held on held.id = token.value->>'id' and held.attempt = token.value->>'attempt' and held.state = 'active'
  )`;

/** Ends a failed attempt: the job waits until then, or is given up now. */
const setFailed = (reason: string, now: number, runAt = sql`${now}`) => sql`
  state = case when retries_left > 0 then 'waiting' else 'failed' end,
  retries_left = max(retries_left - 1, 0),
  run_at = case when retries_left > 0 then ${runAt} else ${now} end, lease_expires_at = null, last_error = ${reason}`;

/** Rows whose time has come. None is put off for longer than the longest back-off: a later time was set before the clock was set back. */
const isDue = (now: number) => sql`(jobs.run_at <= ${now} or jobs.run_at > ${now + LONGEST_BACK_OFF_MS})`;

/** The rows to claim next. */
function nextJobs(name: JobName, { limit, now, priorities: { min, max } }: { limit: number; now: number; priorities: Priorities }) {
  const { groupLimit } = jobSpecs[name];
  const ready = sql`jobs.queue = ${name} and jobs.state = 'waiting' and ${isDue(now)}
    and ${min === undefined ? sql`true` : sql`jobs.priority >= ${min}`} and ${max === undefined ? sql`true` : sql`jobs.priority <= ${max}`}`;
  if (groupLimit === undefined) return sql`select rowid from jobs where ${ready} order by priority desc, id limit ${limit}`;
  return nextOfGroups({ name, ready, limit, groupLimit });
}

/** Returns every active job to the queue: at the start they belong to a process that died. */
export async function releaseDeadJobs({ write }: Db, now: number): Promise<void> {
  await sql`update jobs set ${setFailed('the process ended', now)} where state = 'active'`.execute(write);
}

/**
 * Jobs in the table `jobs` of SQLite, whose single writer makes every statement exclusive. A claim or completion lost in a power cut is
 * recovered by the next start anyway, so no statement here waits for the disk.
 */
export function createSqliteJobs({ write }: Db, time: QueueTime): JobStore {
  const run = <R>(statement: RawBuilder<R>) => withoutSync(write, (connection) => statement.execute(connection));
  return {
    claim: async (name, limit, priorities = {}) => {
      const now = time.now();
      const { rows } = await run(sql<{ id: string; attempt: number; priority: number; payload: string }>`
        update jobs set state = 'active', attempt = attempt + 1, lease_expires_at = ${now + LEASE_MS}
        where rowid in (${nextJobs(name, { limit, now, priorities })}) returning id, attempt, priority, payload`);
      rows.sort((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));
      return rows.map(({ id, attempt, priority, payload }): JobClaim => ({ id, attempt, priority, payload: JSON.parse(payload) }));
    },
    extend: async (_, tokens) => {
      const until = time.now() + LEASE_MS;
      const { rows } = await run(sql<{ id: string }>`
        update jobs set lease_expires_at = ${until} where ${current(tokens)} returning id`);
      return rows.map(({ id }) => id);
    },
    complete: async (_, tokens) => {
      const { rows } = await run(sql`delete from jobs where ${current(tokens)} returning id`);
      return rows.length;
    },
    fail: async (_, tokens, reason) => {
      const now = time.now();
      const runAt = sql`${now} + (${BACK_OFF_MS} << min(attempt - 1, ${MAX_DOUBLINGS}))`;
      await run(sql`update jobs set ${setFailed(reason, now, runAt)} where ${current(tokens)}`);
    },
    release: async (_, tokens) => {
      await run(sql`
        update jobs set state = 'waiting', run_at = ${time.now()}, lease_expires_at = null where ${current(tokens)}`);
    },
    reclaim: async () => {
      const now = time.now();
      await run(sql`
        update jobs set ${setFailed('the lease ran out', now)} where state = 'active' and lease_expires_at <= ${now}`);
      await run(sql`delete from jobs where state = 'failed' and run_at <= ${now - KEEP_FAILED_MS}`);
    },
    close: async () => undefined,
  };
}
