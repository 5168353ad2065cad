import type { Logger } from 'pino';
import type { LogThrottle } from '../core/errors/log-throttle.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import type { ClaimWatch } from './claim-watch.ts';
import type { JobClaim, JobStore } from './job-store.ts';
import type { JobName } from './jobs.ts';
import { keepLease, type Lease } from './lease.ts';
import type { ClaimedJob, JobHandler, OnQueueFailure } from './queue.ts';
import type { QueueTime } from './time.ts';

/** What all queue consumers of a process share. */
export interface ConsumerParts {
  readonly store: JobStore;
  readonly time: QueueTime;
  readonly log: Logger;
  readonly logThrottle: LogThrottle;
  readonly claimWatch: ClaimWatch;
  readonly onFailure: OnQueueFailure;
  /** Aborted when the process stops: handlers are to end. */
  readonly stopping: AbortSignal;
  /** Aborted when the process stops waiting for handlers that have not ended. */
  readonly abandoned: AbortSignal;
}

interface ClaimedWork<N extends JobName> extends ConsumerParts {
  readonly name: N;
  readonly handler: JobHandler<N>;
  readonly claims: readonly JobClaim[];
  /** Monotonic time before the claim was sent, from which its lease is counted. */
  readonly since: number;
}

/** Safe because `enqueue` accepted the payload for this queue. */
function toJobs<N extends JobName>(claims: readonly JobClaim[], lease: Lease): readonly ClaimedJob<N>[] {
  return claims.map((claim) => ({ ...claim, holdsLease: () => lease.holds(claim.id) })) as unknown as readonly ClaimedJob<N>[];
}

const AGAIN_MS = 500;

/** Retries a statement until the database is available, so that jobs need not wait for their lease to expire. */
async function retryWhileUnavailable<T>({ time, stopping }: ConsumerParts, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (err) {
      if (!(err instanceof Unavailable) || stopping.aborted) throw err;
    }
    await new Promise<void>((resolve) => void time.after(AGAIN_MS, resolve));
  }
}

async function releaseOrFail<N extends JobName>(work: ClaimedWork<N>, err: unknown): Promise<void> {
  const { store, log, stopping, onFailure, name, claims } = work;
  if (stopping.aborted) return store.release(name, claims);
  onFailure(name, 'work');
  log.error({ err, queue: name, jobs: claims.map(({ id }) => id) }, 'jobs failed');
  await retryWhileUnavailable(work, () => store.fail(name, claims, err instanceof Error ? err.message : String(err)));
}

async function handle<N extends JobName>(work: ClaimedWork<N>, lease: Lease): Promise<number> {
  const { store, log, stopping, name, handler, claims } = work;
  try {
    await handler(toJobs<N>(claims, lease), stopping);
  } catch (err) {
    await releaseOrFail(work, err);
    return 0;
  }
  const completed = await retryWhileUnavailable(work, () => store.complete(name, claims));
  if (completed < claims.length) log.warn({ queue: name, jobs: claims.length - completed }, 'jobs ended after their lease had run out');
  return completed;
}

async function handleOrExpire<N extends JobName>(work: ClaimedWork<N>, lease: Lease): Promise<number> {
  try {
    return await handle(work, lease);
  } catch (err) {
    work.log.error({ err, queue: work.name }, 'jobs wait for their lease to run out');
    return 0;
  }
}

/**
 * Calls the handler once for each group of claimed jobs, and renews their leases meanwhile. Returns a promise for each group, of the number
 * of its jobs that were completed; none of them rejects.
 */
export function processJobs<N extends JobName>(work: ClaimedWork<N>, groups: readonly (readonly JobClaim[])[]): Promise<number>[] {
  const lease = keepLease(work);
  const results = groups.map((claims) => handleOrExpire({ ...work, claims }, lease));
  void Promise.all(results).then(() => lease.end());
  return results;
}
