import type { PgBoss } from 'pg-boss';
import { MINUTE_MS } from '../core/durations.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import type { Db } from '../db/db.ts';
import { isUnavailable } from '../db/dialect.ts';
import type { FencingToken, JobClaim, JobStore } from './job-store.ts';
import { jobSpecs } from './jobs.ts';
import { type ClaimedRow, claimOfGroups } from './pg-boss-groups.ts';
import { forgetTimesAhead, readTime, releaseJobs, settledIds } from './pg-boss-patches.ts';

/** pg-boss counts retries, and fences by that count; our attempts are that count plus one. */
const toRetryCount = ({ id, attempt }: FencingToken) => ({ id, retryCount: attempt - 1 });

/** Returns the answer of pg-boss, whose own connections do not translate their errors into `Unavailable` as ours do. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isUnavailable(error) ? new Unavailable(error) : error;
  }
}

/** Jobs in the tables of pg-boss. */
export function createPgBossJobs(boss: PgBoss, db: Db): JobStore {
  // The clock may have been set back before this process began.
  let latest = Number.POSITIVE_INFINITY;
  return {
    claim: async (name, limit, priorities = {}) => {
      const { groupLimit } = jobSpecs[name];
      const found = await orUnavailable<readonly ClaimedRow[]>(
        groupLimit === undefined
          ? boss.fetch(name, { batchSize: limit, includeMetadata: true })
          : claimOfGroups(db, { name, limit, groupLimit, priorities }),
      );
      // Null behind a pooler whose server writes dates in another way than ISO.
      const jobs = found.toSorted((a, b) => b.priority - a.priority || Number(a.createdOn) - Number(b.createdOn));
      return jobs.map(({ id, retryCount, priority, data }): JobClaim => ({ id, attempt: retryCount + 1, priority, payload: data }));
    },
    extend: async (name, tokens) => {
      return settledIds(await orUnavailable(boss.touch(name, tokens.map(toRetryCount))));
    },
    complete: async (name, tokens) => {
      // Deletes completed jobs at once; pg-boss would keep them as long as those that were given up.
      return settledIds(await orUnavailable(boss.deleteJob(name, tokens.map(toRetryCount)))).length;
    },
    fail: async (name, tokens, message) => {
      await orUnavailable(boss.fail(name, tokens.map(toRetryCount), { message }));
    },
    release: (name, tokens) => releaseJobs(db.write, name, tokens),
    // pg-boss expires jobs at its own intervals, unless the clock was set back.
    reclaim: async () => {
      const now = await orUnavailable(readTime(boss));
      if (now < latest - MINUTE_MS) await orUnavailable(forgetTimesAhead(boss));
      latest = now;
    },
    close: () => boss.stop({ graceful: false }),
  };
}
