import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { type Clock, systemClock } from './core/clock.ts';
import { unavailableIn } from './core/unavailable.ts';

/** Work that recurs: the job interval apart, or sooner where it knows when it is next due. */
export interface BackgroundJob {
  /** One whole run; returns the items handled. */
  run(): Promise<number>;
  /** What a run on demand does instead: all that is due, to its end, or for as long as a request may wait. */
  runToEnd?(): Promise<number>;
  /** Whether the last run stopped before its end; the next one goes on from there. */
  hasMore?(): boolean;
  /** When something will be due, by the domain's clock; null for nothing. */
  nextDueAt?(): Promise<number | null>;
  /** Runs only when it is asked to. */
  readonly onDemand?: boolean;
}

/** One run of several steps, one after the other. A step that fails keeps none of the others from running. */
export function inSteps(...steps: readonly (() => Promise<number>)[]): () => Promise<number> {
  return async () => {
    let handled = 0;
    const errors: unknown[] = [];
    for (const step of steps) {
      try {
        handled += await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
    return handled;
  };
}

/** Recurring jobs, by name. */
export type BackgroundJobs = Readonly<Record<string, BackgroundJob>>;

/** What has become of a job in this process. */
export interface JobRuns {
  /** Those that have ended, failed ones included. */
  readonly runs: number;
  readonly failures: number;
  /** By the domain's clock, epoch milliseconds. */
  readonly lastSuccessAt: number | null;
}

/** A run that has ended. */
export interface JobRun {
  readonly name: string;
  readonly failed: boolean;
  readonly seconds: number;
}

export interface Background {
  /** Hands over what recurs; once, before anything else. */
  attach(jobs: BackgroundJobs): void;
  start(): void;
  /** Runs a job now, after the run under way if there is one; undefined for a name that is none. */
  run(name: string): Promise<number> | undefined;
  /** Whether the last run of a job stopped before its end. */
  hasMore(name: string): boolean;
  /** What has become of each job so far. */
  history(): Readonly<Record<string, JobRuns>>;
  /** Starts no more runs and waits for those under way, at most 5 s. */
  stop(): Promise<void>;
}

export interface BackgroundOptions {
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told of every run that has ended. */
  readonly onRun?: (run: JobRun) => void;
}

const NEVER_RUN: JobRuns = { runs: 0, failures: 0, lastSuccessAt: null };
const SOONEST_MS = 5;
const GRACE_MS = 5000;

/** Runs the recurring jobs of a process, never two runs of one job at once. */
export function createBackground({ intervalMs, clock, log, onRun = () => undefined }: BackgroundOptions): Background {
  const timers = new Map<string, NodeJS.Timeout>();
  const tails = new Map<string, Promise<unknown>>();
  const history = new Map<string, JobRuns>();
  const lasting = new Set<string>();
  let jobs: BackgroundJobs = {};
  let stopped = false;

  function note(name: string, failed: boolean, startedAt: number): void {
    const { runs, failures, lastSuccessAt } = history.get(name) ?? NEVER_RUN;
    const succeededAt = failed ? lastSuccessAt : clock.now();
    history.set(name, { runs: runs + 1, failures: failures + (failed ? 1 : 0), lastSuccessAt: succeededAt });
    onRun({ name, failed, seconds: (systemClock.monotonic() - startedAt) / 1000 });
  }

  async function observe(name: string, run: () => Promise<number>): Promise<number> {
    const startedAt = systemClock.monotonic();
    let failed = true;
    try {
      const handled = await run();
      failed = false;
      return handled;
    } finally {
      note(name, failed, startedAt);
    }
  }

  function enqueue(name: string, run: () => Promise<number>): Promise<number> {
    const result = (tails.get(name) ?? Promise.resolve()).then(() => observe(name, run));
    tails.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  }

  /** What was due before a run and is still due after it, with nothing done, cannot be done now: it waits for the interval. */
  async function delayOf(job: BackgroundJob, { from, handled }: { from: number; handled: number }): Promise<number> {
    const dueAt = (await job.nextDueAt?.()) ?? null;
    if (dueAt === null || (handled === 0 && dueAt <= from)) return intervalMs;
    return Math.min(Math.max(dueAt - clock.now(), SOONEST_MS), intervalMs);
  }

  /** What lasts until somebody mends it is said once. */
  function noteFailure(name: string, error: unknown): void {
    const isLasting = unavailableIn(error)?.isLasting === true;
    if (!isLasting || !lasting.has(name)) log.error({ job: name, err: error }, 'a background job failed');
    if (isLasting) lasting.add(name);
  }

  async function cycle(name: string, job: BackgroundJob): Promise<void> {
    let delay = intervalMs;
    try {
      const from = clock.now();
      const handled = await enqueue(name, () => job.run());
      delay = await delayOf(job, { from, handled });
      lasting.delete(name);
    } catch (error) {
      noteFailure(name, error);
    }
    if (!stopped) schedule(name, job, delay);
  }

  function schedule(name: string, job: BackgroundJob, delay: number): void {
    timers.set(
      name,
      setTimeout(() => void cycle(name, job), delay),
    );
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
    hasMore: (name) => Object.hasOwn(jobs, name) && jobs[name]?.hasMore?.() === true,
    history: () => Object.fromEntries(Object.keys(jobs).map((name) => [name, history.get(name) ?? NEVER_RUN])),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await pTimeout(Promise.all(tails.values()), { milliseconds: GRACE_MS, message: false });
    },
  };
}
