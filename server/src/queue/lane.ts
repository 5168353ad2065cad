import type { Logger } from 'pino';
import type { Claim, JobStore } from './job-store.ts';
import { type JobName, jobSpecs } from './jobs.ts';
import { keepLease, type Lease } from './lease.ts';
import type { JobHandler } from './queue.ts';
import type { QueueTime } from './time.ts';

/** Covers what no wake-up tells of: jobs whose back-off is over, and wake-ups that were lost. */
const POLL_MS = 1000;

export interface LaneDeps {
  readonly store: JobStore;
  readonly time: QueueTime;
  readonly log: Logger;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** The work of one queue in this process. */
export interface Lane {
  /** Jobs done so far. */
  done(): number;
  /** Has jobs looked for now. */
  wake(): void;
  /** Works in the background until the signal. */
  run(): void;
  /** Works until nothing can be claimed and nothing is in flight. */
  drain(): Promise<void>;
  /** Resolves when what runs has ended. */
  settled(): Promise<unknown>;
  /** Lets go of what still runs. */
  abandon(): void;
}

/** Jobs that failed before go alone, so that a bad one spoils no others. */
function splitRetries(claims: readonly Claim[]): (readonly Claim[])[] {
  const fresh = claims.filter(({ attempt }) => attempt === 1);
  const retried = claims.filter(({ attempt }) => attempt > 1).map((claim) => [claim]);
  return fresh.length > 0 ? [fresh, ...retried] : retried;
}

export function createLane<N extends JobName>(name: N, handler: JobHandler<N>, { store, time, log, signal }: LaneDeps): Lane {
  const { batch, workers } = jobSpecs[name];
  const steps = new Set<Promise<void>>();
  const loops: Promise<void>[] = [];
  const sleepers = new Set<() => void>();
  const leases = new Set<Lease>();
  let wakes = 0;
  let done = 0;

  async function handBack(claims: readonly Claim[], err: unknown): Promise<void> {
    if (signal.aborted) return store.release(name, claims);
    log.error({ err, queue: name, jobs: claims.map(({ id }) => id) }, 'jobs failed');
    await store.fail(name, claims, err instanceof Error ? err.message : String(err));
  }

  async function handle(claims: readonly Claim[], lease: Lease): Promise<void> {
    // Safe because `enqueue` took the payload of this queue.
    const jobs = claims.map((claim) => ({ ...claim, holdsLease: () => lease.holds(claim.id) })) as unknown as Parameters<JobHandler<N>>[0];
    try {
      await handler(jobs, signal);
    } catch (err) {
      return handBack(claims, err);
    }
    const completed = await store.complete(name, claims);
    done += completed;
    if (completed < claims.length) log.warn({ queue: name, jobs: claims.length - completed }, 'jobs ended after their lease had run out');
  }

  async function workOff(claims: readonly Claim[], since: number): Promise<void> {
    const lease = keepLease({ store, time, log, name, tokens: claims, since });
    leases.add(lease);
    try {
      await handle(claims, lease);
    } catch (err) {
      log.error({ err, queue: name }, 'jobs wait for their lease to run out');
    } finally {
      lease.end();
      leases.delete(lease);
    }
  }

  async function claimAndWork(): Promise<number> {
    const since = time.monotonic();
    const claims = await store.claim(name, batch);
    if (signal.aborted && claims.length > 0) await store.release(name, claims);
    if (signal.aborted) return 0;
    await Promise.all(splitRetries(claims).map((group) => workOff(group, since)));
    return claims.length;
  }

  /** One batch, as soon as one may be under way; answers how many jobs it had. */
  async function step(): Promise<number> {
    while (steps.size >= workers) await Promise.race(steps);
    if (signal.aborted) return 0;
    const work = claimAndWork();
    const forget = () => void steps.delete(settled);
    const settled = work.then(forget, forget);
    steps.add(settled);
    return work;
  }

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = () => {
        cancel();
        sleepers.delete(wakeUp);
        resolve();
      };
      const cancel = time.after(POLL_MS, wakeUp);
      sleepers.add(wakeUp);
    });
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const heard = wakes;
      const claimed = await step().catch((err: unknown) => {
        log.error({ err, queue: name }, 'jobs could not be claimed');
        return 0;
      });
      // A wake-up during the claim may be for a job that the claim was too early to see.
      if (claimed === 0 && heard === wakes) await sleep();
    }
  }

  return {
    done: () => done,
    wake: () => {
      wakes += 1;
      for (const wakeUp of sleepers) wakeUp();
    },
    run: () => {
      for (let index = 0; index < workers; index += 1) loops.push(loop());
    },
    drain: async () => {
      for (;;) {
        const claimed = await Promise.all(Array.from({ length: workers }, step));
        if (signal.aborted) return;
        if (claimed.some((count) => count > 0)) continue;
        if (steps.size === 0) return;
        await Promise.all(steps);
      }
    },
    settled: () => Promise.all([...loops, ...steps]),
    abandon: () => {
      for (const lease of leases) lease.end();
    },
  };
}
