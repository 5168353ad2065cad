import type { JobClaim } from './job-store.ts';
import { type JobName, jobSpecs } from './jobs.ts';
import { type ConsumerParts, processJobs } from './process-jobs.ts';
import type { JobHandler } from './queue.ts';
import { createWakeUps } from './wake-ups.ts';

/** Poll interval, for jobs that nothing wakes the consumer for: those whose back-off is over, and those whose notification was lost. */
const POLL_MS = 1000;

/** Claims that found jobs after which late ones have their turn. */
const CLAIMS_A_TURN = 8;

/** Claims and handles the jobs of one queue in this process. */
export interface QueueConsumer {
  /** Returns the number of jobs completed so far. */
  done(): number;
  /** Claims jobs now instead of at the next poll. */
  wake(): void;
  /** Handles jobs in the background until the process stops. */
  run(): void;
  /** Handles jobs until none can be claimed and none is in flight. */
  drain(): Promise<void>;
  /** Resolves once the handlers in flight have settled. */
  settled(): Promise<unknown>;
}

/** Groups claimed jobs by handler call: those on their first attempt together, each retry by itself, so that it fails no others. */
function splitRetries(claims: readonly JobClaim[]): (readonly JobClaim[])[] {
  const fresh = claims.filter(({ attempt }) => attempt === 1);
  const retried = claims.filter(({ attempt }) => attempt > 1).map((claim) => [claim]);
  return fresh.length > 0 ? [fresh, ...retried] : retried;
}

export function createQueueConsumer<N extends JobName>(name: N, handler: JobHandler<N>, parts: ConsumerParts): QueueConsumer {
  const { store, time, claimWatch, onFailure, stopping } = parts;
  const { batch, workers, groupLimit, lateLimit } = jobSpecs[name];
  const apart = groupLimit !== undefined;
  /** Number of loops that claim jobs: if each job is handled on its own, one loop hands them all out. */
  const claimers = apart ? 1 : workers;
  const steps = new Set<Promise<void>>();
  const loops: Promise<void>[] = [];
  const wakeUps = createWakeUps(time);
  let done = 0;
  /** Jobs under way of a negative priority, which may hold only a part of the places: those of others would wait until one ends. */
  let late = 0;
  /** Claims since the last turn of late jobs, or since nothing was left to claim. */
  let passed = 0;
  /** The priority that had the last turn; the next one is of those below it, or of all if there are none. */
  let served = 0;

  /** Counts something as in flight until it has settled. */
  function track(work: Promise<unknown>): void {
    const forget = () => void steps.delete(settled);
    const settled = work.then(forget, forget);
    steps.add(settled);
  }

  async function count(group: Promise<number>, isLate: boolean): Promise<void> {
    if (isLate) late += 1;
    const completed = await group;
    if (isLate) late -= 1;
    done += completed;
    // A job of the same group may have waited for this one to end.
    if (apart) wakeUps.wake();
  }

  /** Claims late jobs if others had as many claims as come before their turn. */
  async function claimLate(limit: number): Promise<readonly JobClaim[]> {
    if (passed < CLAIMS_A_TURN || limit <= 0) return [];
    passed = 0;
    const below = served === 0 ? [] : await store.claim(name, limit, { max: served - 1 });
    const claims = below.length > 0 ? below : await store.claim(name, limit, { max: -1 });
    served = claims[0]?.priority ?? 0;
    return claims;
  }

  /** Claims what is most urgent, but for the turns of late jobs. */
  async function claim(limit: number): Promise<readonly JobClaim[]> {
    if (lateLimit === undefined) return store.claim(name, limit);
    const room = lateLimit - late;
    const inTurn = await claimLate(Math.min(limit, room));
    if (inTurn.length > 0) return inTurn;
    const claims = await store.claim(name, limit, room > 0 ? {} : { min: 0 });
    if (claims.length > 0) passed += 1;
    else if (room > 0) passed = 0;
    return claims;
  }

  async function claimAndProcess(limit: number): Promise<number> {
    const since = time.monotonic();
    const claims = await claim(limit);
    claimWatch.succeeded(name);
    if (stopping.aborted && claims.length > 0) await store.release(name, claims);
    if (stopping.aborted || claims.length === 0) return 0;
    const groups = apart ? claims.map((claim) => [claim]) : splitRetries(claims);
    const isLate = groups.map(([first]) => apart && (first?.priority ?? 0) < 0);
    const handled = processJobs({ ...parts, name, handler, claims, since }, groups).map((group, place) =>
      count(group, isLate[place] ?? false),
    );
    if (apart) handled.forEach(track);
    else await Promise.all(handled);
    return claims.length;
  }

  /** Makes one claim, once there is room for its jobs; returns how many it had. */
  async function step(): Promise<number> {
    while (steps.size >= workers) await Promise.race(steps);
    if (stopping.aborted) return 0;
    const work = claimAndProcess(apart ? Math.min(batch, workers - steps.size) : batch);
    track(work);
    return work;
  }

  async function loop(): Promise<void> {
    while (!stopping.aborted) {
      const seen = wakeUps.count();
      const claimed = await step().catch((err: unknown) => {
        claimWatch.failed(name, err);
        onFailure(name, 'claim');
        return 0;
      });
      // A wake-up during the claim may be for a job that was enqueued too late for it.
      if (claimed === 0 && seen === wakeUps.count()) await wakeUps.sleep(POLL_MS);
    }
  }

  async function drain(): Promise<void> {
    for (;;) {
      const seen = wakeUps.count();
      const claimed = await Promise.all(Array.from({ length: claimers }, step));
      if (stopping.aborted) return;
      if (claimed.some((jobs) => jobs > 0) || seen !== wakeUps.count()) continue;
      if (steps.size === 0) return;
      await Promise.race(steps);
    }
  }

  return {
    done: () => done,
    wake: wakeUps.wake,
    run: () => {
      for (let index = 0; index < claimers; index += 1) loops.push(loop());
    },
    drain,
    settled: () => Promise.all([...loops, ...steps]),
  };
}
