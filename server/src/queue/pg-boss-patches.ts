// Everything that depends on the internals and tables of pg-boss, to add what it lacks or to change what our queues need otherwise. What
// queues with groups need is in pg-boss-groups.ts.

import type { EventEmitter } from 'node:events';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { fromKysely, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { runUnanswered, type Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { codeOf } from '../db/statement-text.ts';
import { type DepthRow, toDepths } from './depths.ts';
import { type FencingToken, KEEP_FAILED_MS, RECENTLY_MS } from './job-store.ts';
import { type JobName, jobNames } from './jobs.ts';
import type { FailedJob, FailedJobsRequest, QueueDepth } from './queue.ts';

/**
 * Handles errors of connections that the server closes while pg-boss uses or closes them: they have no other listener and would end the
 * process. pg-boss passes its options to the pool of `pg`, which calls this for each new connection.
 */
export const poolOptions = {
  onConnect: (client: EventEmitter) => {
    client.on('error', () => undefined);
  },
};

/**
 * Whether another process has created a part of the queue's schema meanwhile. pg-boss locks what it creates, but a connection that looked
 * for the schema before it waited for that lock does not see it until its next transaction.
 */
export const isLostRace = (error: unknown): boolean => codeOf(error) === '23505';

/** Returns an error as pg-boss reports it; some are plain objects whose message the log would not show. */
export function asError(reported: NodeJS.ErrnoException): Error {
  if (reported instanceof Error) return reported;
  const { message, stack, code }: Partial<NodeJS.ErrnoException> = reported;
  return Object.assign(new Error(message), { stack }, code === undefined ? {} : { code });
}

interface Notifications {
  /** Database to listen on, if it is not that of the jobs. */
  readonly listenUrl: string | undefined;
  wake(names: Iterable<string>): void;
}

/** pg-boss creates its listening connection from the options of its pool. */
function listenerOf(boss: PgBoss, listenUrl: string | undefined) {
  const db = boss.getDb();
  if (listenUrl === undefined || !('config' in db)) return db;
  const config = Object.assign({}, db.config, { connectionString: listenUrl });
  return Object.create(db, { config: { value: config } }) as typeof db;
}

/** pg-boss passes notifications only to its own workers; this wakes ours too. */
export function wakeOnNotification(boss: PgBoss, { listenUrl, wake }: Notifications): void {
  const db = boss.getDb();
  const listener = listenerOf(boss, listenUrl);
  const listen = listener.listen?.bind(listener);
  if (listen === undefined) return;
  db.listen = (channel, onNotification, onReconnect) => {
    const onChannel = (name: string) => {
      onNotification(name);
      wake([name]);
    };
    const reconnected = () => {
      onReconnect();
      wake(jobNames);
    };
    return listen(channel, onChannel, reconnected);
  };
}

/** Inserts jobs by pg-boss in a transaction, with a statement whose result nobody awaits. */
export const joining = (trx: Trx): ReturnType<typeof fromKysely> => ({
  executeSql: async (text, values) => {
    await runUnanswered(trx, CompiledQuery.raw(text, values));
    return { rows: [] };
  },
});

const settlement = z.object({ settled: z.array(z.string()) });

/** The real result of `touch` and `deleteJob`, which pg-boss types as an empty object: the ids that its fence let through. */
export const settledIds = (answer: object): string[] => settlement.parse(answer).settled;

/** pg-boss cannot release jobs: `fail` would wait and count, `restore` is not fenced. */
export async function releaseJobs(write: Kysely<Schema>, name: JobName, tokens: readonly FencingToken[]): Promise<void> {
  const ids = tokens.map(({ id }) => id);
  const attempts = tokens.map(({ id, attempt }) => `${id}:${attempt - 1}`);
  await sql`
    update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = retry_limit + 1
    where name = ${name} and id = any(${ids}::uuid[]) and state = 'active'
      and id::text || ':' || retry_count = any(${attempts}::text[])`.execute(write);
}

/** Further ahead than any time that is set. */
const AHEAD = "pgboss.job_now() + interval '1 minute'";
const QUEUE_TIMES = ['monitor_on', 'monitor_claim_on', 'maintain_on'];
const time = z.tuple([z.object({ now: z.number() })]);

/** Returns the time by which jobs wait and are leased, in epoch milliseconds. */
export async function readTime(boss: PgBoss): Promise<number> {
  const { rows } = await boss.getDb().executeSql('select floor(extract(epoch from pgboss.job_now()) * 1000)::float8 as now');
  return time.parse(rows)[0].now;
}

/**
 * Forgets times from before the clock of the server was set back: until it had caught up, jobs would wait, dead workers keep theirs, and
 * nobody look for them.
 */
export async function forgetTimesAhead(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const forget = (column: string, state: string) => `
    update pgboss.job set ${column} = pgboss.job_now() where name = any($1::text[]) and state ${state} 'active' and ${column} > ${AHEAD}`;
  await db.executeSql(forget('start_after', '<'), [jobNames]);
  await db.executeSql(forget('heartbeat_on', '='), [jobNames]);
  for (const column of QUEUE_TIMES) await db.executeSql(`update pgboss.queue set ${column} = null where ${column} > ${AHEAD}`);
}

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;

/** pg-boss counts a queue at a time, and not since when its oldest job has waited. */
export async function countJobs(read: Kysely<Schema>): Promise<Record<JobName, QueueDepth>> {
  const { rows } = await sql<DepthRow>`
    select name as queue, count(*) filter (where state < 'active') as waiting, count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed' and completed_on > now() - ${seconds(RECENTLY_MS)}) as failed,
      floor(extract(epoch from now() - min(created_on) filter (where state < 'active')) * 1000) as "oldestWaitingMs"
    from pgboss.job group by name`.execute(read);
  return toDepths(rows);
}

/** pg-boss looks up one job at a time. */
export async function findOpenJobs(read: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job
    where name = any(${jobNames}::text[]) and id = any(${ids}::uuid[]) and state < 'completed'`.execute(read);
  return new Set(rows.map(({ id }) => id));
}

/** The output given to `fail`, and that of pg-boss itself for a lease that ran out. */
const output = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
]);

/** pg-boss can only list the jobs of a queue in any state and order. */
export async function listFailedJobs(read: Kysely<Schema>, { limit, before }: FailedJobsRequest): Promise<FailedJob[]> {
  const failedAt = sql`floor(extract(epoch from completed_on) * 1000)`;
  const { rows } = await sql<Omit<FailedJob, 'error'> & { readonly output: unknown }>`
    select id::text as id, name as queue, data as payload, retry_count + 1 as attempts, output, ${failedAt} as "failedAt"
    from pgboss.job
    where name = any(${jobNames}::text[]) and state = 'failed' and completed_on > now() - ${seconds(KEEP_FAILED_MS)}
      and ${before === undefined ? sql`true` : sql`(${failedAt}, id::text) < (${before.failedAt}, ${before.id})`}
    order by ${failedAt} desc, id::text desc limit ${limit}`.execute(read);
  return rows.map(({ output: said, ...job }) => ({ ...job, error: output.safeParse(said).data ?? null }));
}
