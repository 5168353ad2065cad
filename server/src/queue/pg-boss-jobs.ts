import { type Kysely, sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Schema } from '../db/schema.ts';
import type { Claim, JobStore, Token } from './job-store.ts';
import { type JobName, jobSpecs } from './jobs.ts';

/** pg-boss counts retries, and fences by that count as we do by attempts. */
const toJobAttempt = ({ id, attempt }: Token) => ({ id, retryCount: attempt - 1 });

/** What pg-boss answers to `touch` and `deleteJob`, and types as an empty object: the ids that its fence let through. */
const settlement = z.object({ settled: z.array(z.string()) });

/** Jobs in the tables of pg-boss. */
export function pgBossJobs(boss: PgBoss, write: Kysely<Schema>): JobStore {
  function fetch(name: JobName, limit: number) {
    const { groupLimit } = jobSpecs[name];
    const options = { batchSize: limit, includeMetadata: true } as const;
    if (groupLimit === undefined) return boss.fetch(name, options);
    return write.transaction().execute(async (trx) => {
      // pg-boss counts what runs of a group by a snapshot: of two claims at once neither would see the other's jobs.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`posthorn claim ${name}`}, 0))`.execute(trx);
      return boss.fetch(name, { ...options, groupConcurrency: groupLimit, db: fromKysely(trx) });
    });
  }

  return {
    claim: async (name, limit) => {
      const jobs = await fetch(name, limit);
      jobs.sort((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime());
      return jobs.map(({ id, retryCount, data }): Claim => ({ id, attempt: retryCount + 1, payload: data }));
    },
    extend: async (name, tokens) => {
      return settlement.parse(await boss.touch(name, tokens.map(toJobAttempt))).settled;
    },
    complete: async (name, tokens) => {
      // Deleting at once spares the table an hour of finished rows.
      return settlement.parse(await boss.deleteJob(name, tokens.map(toJobAttempt))).settled.length;
    },
    fail: async (name, tokens, message) => {
      await boss.fail(name, tokens.map(toJobAttempt), { message });
    },
    release: async (name, tokens) => {
      const ids = tokens.map(({ id }) => id);
      const attempts = tokens.map(({ id, attempt }) => `${id}:${attempt - 1}`);
      // pg-boss has no hand-back: `fail` would wait and count, `restore` is not fenced.
      await sql`
        update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = retry_limit + 1
        where name = ${name} and id = any(${ids}::uuid[]) and state = 'active'
          and id::text || ':' || retry_count = any(${attempts}::text[])`.execute(write);
    },
    // pg-boss does it in its own intervals.
    reclaim: async () => undefined,
    close: () => boss.stop({ graceful: false }),
  };
}
