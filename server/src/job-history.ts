import { type Clock, systemClock } from './core/clock.ts';

/** The history of a recurring job in this process. */
export interface JobRuns {
  /** Runs that have ended, failed ones included. */
  readonly runs: number;
  readonly failures: number;
  /** By the domain's clock, epoch milliseconds; null before the first success. */
  readonly lastSuccessAt: number | null;
}

/** A run that has ended. */
export interface JobRun {
  readonly name: string;
  readonly failed: boolean;
  readonly seconds: number;
}

export interface JobHistoryOptions {
  readonly clock: Clock;
  /** Called with every run that has ended. */
  readonly onRun: (run: JobRun) => void;
}

/** The history of the recurring jobs in this process. */
export interface JobHistory {
  /** Runs a job and records how it ended. Returns the result of the run, and rejects if it does. */
  observe(name: string, run: () => Promise<number>): Promise<number>;
  /** Returns the history of a job; zeros for one that has not run. */
  find(name: string): JobRuns;
}

const NEVER_RUN: JobRuns = { runs: 0, failures: 0, lastSuccessAt: null };

/** Creates an empty history. */
export function createJobHistory({ clock, onRun }: JobHistoryOptions): JobHistory {
  const byName = new Map<string, JobRuns>();
  const find = (name: string): JobRuns => byName.get(name) ?? NEVER_RUN;

  function record(name: string, failed: boolean, startedAt: number): void {
    const { runs, failures, lastSuccessAt } = find(name);
    const succeededAt = failed ? lastSuccessAt : clock.now();
    byName.set(name, { runs: runs + 1, failures: failures + (failed ? 1 : 0), lastSuccessAt: succeededAt });
    onRun({ name, failed, seconds: (systemClock.monotonic() - startedAt) / 1000 });
  }

  return {
    async observe(name, run) {
      const startedAt = systemClock.monotonic();
      let failed = true;
      try {
        const handled = await run();
        failed = false;
        return handled;
      } finally {
        record(name, failed, startedAt);
      }
    },
    find,
  };
}
