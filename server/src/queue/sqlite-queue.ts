import { sql } from 'kysely';
import { OPERATOR } from '../db/db.ts';
import { type DepthRow, toDepths } from './depths.ts';
import { RAISED_AT_ONCE, RECENTLY_MS } from './job-store.ts';
import { jobNames, jobSpecs } from './jobs.ts';
import type { FailedJob, NewJob, Queue, QueueContext } from './queue.ts';
import { createSqliteJobs, releaseDeadJobs } from './sqlite-jobs.ts';
import { systemTime } from './time.ts';
import { createWorker } from './worker.ts';

/** The queue in one SQLite file, used by one process. */
export function createSqliteQueue({ db, newId, log, time = systemTime }: QueueContext): Queue {
  const worker = createWorker({ store: createSqliteJobs(db, time), time, log });
  let lastId = 0;

  function toRow({ queue, payload, priority = 0, group }: NewJob) {
    // Ids order jobs of equal priority, so no two may share a millisecond.
    lastId = Math.max(time.now(), lastId + 1);
    return { id: newId('job', lastId), queue, payload, priority, group, retries_left: jobSpecs[queue].maxAttempts - 1 };
  }

  return {
    install: async () => undefined,
    open: () => releaseDeadJobs(db, time.now()),
    enqueue: async (trx, jobs) => {
      if (jobs.length === 0) return;
      const now = time.now();
      await sql`
        insert into jobs (id, queue, group_key, priority, payload, state, attempt, retries_left, created_at, run_at)
        select value->>'id', value->>'queue', value->>'group', value->>'priority', value->'payload', 'waiting', 0,
          value->>'retries_left', ${now}, ${now}
        from json_each(${JSON.stringify(jobs.map(toRow))})`.execute(trx);
      // The claims that this wakes use the single write connection: they wait until the transaction has ended.
      worker.wake(new Set(jobs.map(({ queue }) => queue)));
    },
    lower: async (trx, name, groups, priority) => {
      await sql`
        update jobs set priority = ${priority}
        where queue = ${name} and state = 'waiting' and priority > ${priority}
          and group_key in (select value from json_each(${JSON.stringify(groups)}))`.execute(trx);
    },
    raise: async (trx, name, groups, priority) => {
      await sql`
        update jobs set priority = ${priority} where rowid in (
          select next.rowid from json_each(${JSON.stringify(groups)}) raised join jobs next on next.rowid in (
            select rowid from jobs where queue = ${name} and state = 'waiting' and group_key = raised.value and priority < ${priority}
            order by priority desc, id limit ${RAISED_AT_ONCE}
          )
        )`.execute(trx);
    },
    depths: async () => {
      const { rows } = await sql<DepthRow>`
        select queue, sum(state = 'waiting') as waiting, sum(state = 'active') as active,
          sum(state = 'failed' and run_at > ${time.now() - RECENTLY_MS}) as failed,
          ${time.now()} - min(case when state = 'waiting' then created_at end) as "oldestWaitingMs"
        from jobs group by queue`.execute(db.scan(OPERATOR));
      return toDepths(rows);
    },
    listFailed: async ({ limit, before }) => {
      const { rows } = await sql<Omit<FailedJob, 'payload'> & { readonly payload: string }>`
        select id, queue, payload, attempt as attempts, last_error as error, run_at as "failedAt" from jobs
        where state = 'failed' and queue in (select value from json_each(${JSON.stringify(jobNames)}))
          and ${before === undefined ? sql`1 = 1` : sql`(run_at, id) < (${before.failedAt}, ${before.id})`}
        order by run_at desc, id desc limit ${limit}`.execute(db.read);
      return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
    },
    findOpen: async (ids) => {
      const { rows } = await sql<{ id: string }>`
        select id from jobs where id in (select value from json_each(${JSON.stringify(ids)})) and state <> 'failed'`.execute(db.read);
      return new Set(rows.map(({ id }) => id));
    },
    attach: worker.attach,
    start: worker.start,
    drain: worker.drain,
    halt: worker.halt,
    stop: worker.stop,
  };
}
