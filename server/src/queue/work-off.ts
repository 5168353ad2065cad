import type { Logger } from 'pino';
import { Unavailable } from '../core/unavailable.ts';
import type { Claim, JobStore } from './job-store.ts';
import type { JobName } from './jobs.ts';
import { keepLease, type Lease } from './lease.ts';
import type { ClaimedJob, JobHandler } from './queue.ts';
import type { QueueTime } from './time.ts';

/** What the work of a process shares. */
export interface WorkDeps {
  readonly store: JobStore;
  readonly time: QueueTime;
  readonly log: Logger;
  /** Aborted when the process stops: handlers are to end. */
  readonly stopping: AbortSignal;
  /** Aborted when handlers that did not end are waited for no longer. */
  readonly abandoned: AbortSignal;
}

interface Work<N extends JobName> extends WorkDeps {
  readonly name: N;
  readonly handler: JobHandler<N>;
  readonly claims: readonly Claim[];
  /** Monotonic time from before the claim. */
  readonly since: number;
}

/** Safe because `enqueue` took the payload of this queue. */
function toJobs<N extends JobName>(claims: readonly Claim[], lease: Lease): readonly ClaimedJob<N>[] {
  return claims.map((claim) => ({ ...claim, holdsLease: () => lease.holds(claim.id) })) as unknown as readonly ClaimedJob<N>[];
}

const AGAIN_MS = 500;

/** Says what became of jobs, however long the database is away: otherwise they would wait for their lease to run out. */
async function whenBack<T>({ time, stopping }: WorkDeps, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (err) {
      if (!(err instanceof Unavailable) || stopping.aborted) throw err;
    }
    await new Promise<void>((resolve) => void time.after(AGAIN_MS, resolve));
  }
}

async function releaseOrFail<N extends JobName>(work: Work<N>, err: unknown): Promise<void> {
  const { store, log, stopping, name, claims } = work;
  if (stopping.aborted) return store.release(name, claims);
  log.error({ err, queue: name, jobs: claims.map(({ id }) => id) }, 'jobs failed');
  await whenBack(work, () => store.fail(name, claims, err instanceof Error ? err.message : String(err)));
}

async function handle<N extends JobName>(work: Work<N>, lease: Lease): Promise<number> {
  const { store, log, stopping, name, handler, claims } = work;
  try {
    await handler(toJobs<N>(claims, lease), stopping);
  } catch (err) {
    await releaseOrFail(work, err);
    return 0;
  }
  const completed = await whenBack(work, () => store.complete(name, claims));
  if (completed < claims.length) log.warn({ queue: name, jobs: claims.length - completed }, 'jobs ended after their lease had run out');
  return completed;
}

async function handleOrLeave<N extends JobName>(work: Work<N>, lease: Lease): Promise<number> {
  try {
    return await handle(work, lease);
  } catch (err) {
    work.log.error({ err, queue: work.name }, 'jobs wait for their lease to run out');
    return 0;
  }
}

/**
 * Has groups of claimed jobs handled, each by one call, while their leases are renewed. Returns for each how many
 * of its jobs were done; none of the promises rejects.
 */
export function workOff<N extends JobName>(work: Work<N>, groups: readonly (readonly Claim[])[]): Promise<number>[] {
  const lease = keepLease(work);
  const results = groups.map((claims) => handleOrLeave({ ...work, claims }, lease));
  void Promise.all(results).then(() => lease.end());
  return results;
}
