import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { OutOfMemory } from '../../core/workers/channel.ts';
import { TaskTimeout } from '../../core/workers/task-watch.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import type { AbortedTask, RenderJob, RenderLimits, RenderOutcome, RenderTask } from './render-task.ts';

/** Threads that run tenants' templates. None is started before it is needed. */
export interface RenderPool {
  /**
   * Runs tasks of one tenant within one budget of time and returns an outcome for each, in order. Throws Unavailable where the machine
   * did not let them compute.
   */
  run(tenantId: string, tasks: readonly RenderTask[]): Promise<(RenderOutcome | AbortedTask)[]>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

export interface RenderPoolOptions {
  readonly workers: number;
  readonly limits: RenderLimits;
  /** Megabytes that a thread's objects may take up. */
  readonly heapMb: number;
  /** Milliseconds that a busy machine may take to give a thread its computing time. */
  readonly mostMs?: number;
  readonly clock: Clock;
  readonly log: Logger;
}

const MOST_MS = 30_000;
/** The thread's own part of the budget: one that gives up by itself need not be replaced. */
const OWN_SHARE = 0.9;

function detailOf(error: Error | undefined): string {
  if (error instanceof TaskTimeout) return error.message;
  return error instanceof OutOfMemory ? 'It took too much memory.' : 'It could not be finished.';
}

export function createRenderPool({ workers, limits, heapMb, mostMs = MOST_MS, clock, log }: RenderPoolOptions): RenderPool {
  const pool = createWorkerPool<RenderJob, RenderOutcome>({
    name: 'render',
    file: new URL('./render-worker.ts', import.meta.url),
    workers: workers,
    // A tenant never has every thread, so that its templates cannot hold up the others'.
    mostPerOwner: Math.max(1, workers - 1),
    heapMb,
    limitMs: limits.budgetMs,
    mostMs,
  });
  return {
    async run(tenantId, tasks) {
      const job = { tasks, now: clock.now(), limits: { ...limits, budgetMs: limits.budgetMs * OWN_SHARE } };
      const { answers, error } = await pool.run(job, { owner: tenantId });
      // No fault of the templates.
      if (error instanceof TaskTimeout && !error.hasComputed) throw new Unavailable(error, 'The machine is too busy to render; try again.');
      if (error !== undefined && !(error instanceof TaskTimeout)) log.warn({ err: error }, 'a render thread was lost');
      return tasks.map((_, place) => answers[place] ?? { kind: 'aborted', detail: detailOf(error) });
    },
    load: pool.load,
    stop: pool.stop,
  };
}
