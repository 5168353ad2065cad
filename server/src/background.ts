import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { type Clock, systemClock } from './core/clock.ts';
import { causeOf, createLogThrottle } from './core/errors/log-throttle.ts';
import { unavailableIn } from './core/errors/unavailable.ts';
import { createJobHistory, type JobRun, type JobRuns } from './job-history.ts';

/** Recurring work: at the job interval, or sooner if the job knows when it is next due. */
export interface BackgroundJob {
  /** Performs a whole run; returns the number of items processed. */
  run(): Promise<number>;
  /** Replaces `run` for a run on demand: everything that is due, or as much as a request may wait for. */
  runToEnd?(): Promise<number>;
  /** Returns whether the last run stopped before its end; the next one continues there. */
  hasMore?(): boolean;
  /** Returns when something will be due, by the domain's clock; null for nothing. */
  nextDueAt?(): Promise<number | null>;
  /** Runs only on demand. */
  readonly onDemand?: boolean;
}

/** Recurring jobs, by name. */
export type BackgroundJobs = Readonly<Record<string, BackgroundJob>>;

export interface Background {
  /** Registers the recurring jobs; called once, before anything else. */
  attach(jobs: BackgroundJobs): void;
  start(): void;
  /** Runs a job now, after the current run if there is one; undefined for an unknown name. */
  run(name: string): Promise<number> | undefined;
  /** Has a job run once something falls due that was planned, by the domain's clock, if it would run later. */
  expect(name: string, dueAt: number): void;
  /** Returns whether the last run of a job stopped before its end. */
  hasMore(name: string): boolean;
  /** Returns the history of each job. */
  history(): Readonly<Record<string, JobRuns>>;
  /** Starts no more runs and waits for running ones, at most 5 s. */
  stop(): Promise<void>;
}

export interface BackgroundOptions {
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after every run. */
  readonly onRun?: (run: JobRun) => void;
}

const SOONEST_MS = 5;
const GRACE_MS = 5000;

/** Items that were due before a run and still are after it, with nothing done, cannot be processed now: they wait for the interval. */
async function delayOf(
  job: BackgroundJob,
  { from, handled }: { from: number; handled: number },
  { intervalMs, clock }: Pick<BackgroundOptions, 'intervalMs' | 'clock'>,
): Promise<number> {
  const dueAt = (await job.nextDueAt?.()) ?? null;
  if (dueAt === null || (handled === 0 && dueAt <= from)) return intervalMs;
  return Math.min(dueAt - clock.now(), intervalMs);
}

/**
 * Logs the failures of jobs: for an unavailable service one line a minute, whichever jobs need it, and for any other fault one for each
 * job. A fault that persists until somebody fixes it is logged once per job.
 */
function createFailureLog(log: Logger) {
  const permanent = new Set<string>();
  const { throttled } = createLogThrottle();
  return {
    note(name: string, error: unknown): void {
      const unavailable = unavailableIn(error);
      const line = (fields: object) => log.error({ job: name, ...fields, err: error }, 'a background job failed');
      if (unavailable?.isPermanent !== true) {
        throttled(unavailable === undefined ? `${name} ${causeOf(error)}` : causeOf(error), (omitted) => line({ omitted }));
        return;
      }
      if (!permanent.has(name)) line({});
      permanent.add(name);
    },
    forget: (name: string): void => void permanent.delete(name),
  };
}

/** Runs the recurring jobs of a process, never two runs of one job at once. */
export function createBackground({ intervalMs, clock, log, onRun = () => undefined }: BackgroundOptions): Background {
  const timers = new Map<string, NodeJS.Timeout>();
  const tails = new Map<string, Promise<unknown>>();
  /** When each job runs next, in monotonic milliseconds; while it runs, only what was planned meanwhile. */
  const next = new Map<string, number>();
  const history = createJobHistory({ clock, onRun });
  const failures = createFailureLog(log);
  let jobs: BackgroundJobs = {};
  let stopped = false;

  function enqueue(name: string, run: () => Promise<number>): Promise<number> {
    const result = (tails.get(name) ?? Promise.resolve()).then(() => history.observe(name, run));
    tails.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  }

  async function cycle(name: string, job: BackgroundJob): Promise<void> {
    timers.delete(name);
    next.delete(name);
    let delay = intervalMs;
    try {
      const from = clock.now();
      const handled = await enqueue(name, () => job.run());
      delay = await delayOf(job, { from, handled }, { intervalMs, clock });
      failures.forget(name);
    } catch (error) {
      failures.note(name, error);
    }
    if (!stopped) schedule(name, job, Math.min(systemClock.monotonic() + delay, nextOf(name)));
  }

  const nextOf = (name: string) => next.get(name) ?? Number.POSITIVE_INFINITY;

  function schedule(name: string, job: BackgroundJob, at: number): void {
    clearTimeout(timers.get(name));
    next.set(name, at);
    timers.set(
      name,
      setTimeout(() => void cycle(name, job), Math.max(at - systemClock.monotonic(), SOONEST_MS)),
    );
  }

  function expect(name: string, dueAt: number): void {
    const at = systemClock.monotonic() + dueAt - clock.now();
    if (stopped || at >= nextOf(name)) return;
    next.set(name, at);
    const job = jobs[name];
    if (job !== undefined && timers.has(name)) schedule(name, job, at);
  }

  return {
    attach(given) {
      jobs = given;
    },
    start() {
      for (const [name, job] of Object.entries(jobs)) if (job.onDemand !== true) void cycle(name, job);
    },
    run(name) {
      const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
      return job === undefined ? undefined : enqueue(name, () => (job.runToEnd ?? job.run)());
    },
    expect,
    hasMore: (name) => Object.hasOwn(jobs, name) && jobs[name]?.hasMore?.() === true,
    history: () => Object.fromEntries(Object.keys(jobs).map((name) => [name, history.find(name)])),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await pTimeout(Promise.all(tails.values()), { milliseconds: GRACE_MS, message: false });
    },
  };
}
