import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { fairQueue } from './fair-queue.ts';
import {
  type AbortedTask,
  type FromWorker,
  READY,
  type RenderJob,
  type RenderLimits,
  type RenderOutcome,
  type RenderTask,
} from './render-task.ts';

/** Workers that run tenants' templates. None is started before it is needed. */
export interface RenderPool {
  /** Runs tasks of one tenant within one budget of time and returns an outcome for each, in order. */
  run(tenantId: string, tasks: readonly RenderTask[]): Promise<(RenderOutcome | AbortedTask)[]>;
  stop(): Promise<void>;
}

export interface RenderPoolOptions {
  readonly workers: number;
  readonly limits: RenderLimits;
  /** Megabytes that a worker's objects may take up. */
  readonly heapMb: number;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Run {
  readonly tenantId: string;
  readonly tasks: readonly RenderTask[];
  readonly outcomes: RenderOutcome[];
  resolve(outcomes: (RenderOutcome | AbortedTask)[]): void;
  reject(error: Error): void;
}

interface Slot {
  readonly worker: Worker;
  isReady: boolean;
  run: Run | undefined;
  timer: NodeJS.Timeout | undefined;
}

const WORKER = new URL('./render-worker.ts', import.meta.url);
/** The worker's own part of the budget: one that gives up by itself need not be replaced. */
const OWN_SHARE = 0.9;

const isFree = ({ run }: Slot) => run === undefined;
const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

export function createRenderPool({ workers, limits, heapMb, clock, log }: RenderPoolOptions): RenderPool {
  const slots = new Set<Slot>();
  // A tenant never has every worker, so that its templates cannot hold up the others'.
  const queue = fairQueue<Run>(Math.max(1, workers - 1));
  let stopped = false;

  function start(): void {
    const worker = new Worker(WORKER, { name: 'render', execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    const slot: Slot = { worker, isReady: false, run: undefined, timer: undefined };
    worker.unref();
    worker.on('message', (message: FromWorker) => take(slot, message));
    worker.on('error', (error) => lose(slot, error));
    worker.on('exit', () => lose(slot, new Error('a render worker ended')));
    slots.add(slot);
  }

  function take(slot: Slot, message: FromWorker): void {
    if (message === READY) slot.isReady = true;
    else slot.run?.outcomes.push(message);
    if (slot.run !== undefined && slot.run.outcomes.length === slot.run.tasks.length) finish(slot, 'unused');
    pump();
  }

  function finish(slot: Slot, detail: string): void {
    const { run } = slot;
    clearTimeout(slot.timer);
    slot.run = undefined;
    if (run === undefined) return;
    queue.done(run.tenantId);
    run.resolve(run.tasks.map((_, index) => run.outcomes[index] ?? { kind: 'aborted', detail }));
  }

  function end(slot: Slot, run: Run): void {
    if (slot.run !== run) return;
    slots.delete(slot);
    void slot.worker.terminate();
    finish(slot, `It took longer than ${limits.budgetMs} ms.`);
    if (!stopped) start();
    pump();
  }

  /** A worker that ended by itself: out of memory, or unable to start. */
  function lose(slot: Slot, error: Error): void {
    if (!slots.delete(slot)) return;
    log.warn({ err: error }, 'a render worker was lost');
    finish(slot, isOutOfMemory(error) ? 'It took too much memory.' : 'It could not be finished.');
    if (!slot.isReady) for (const run of queue.drain()) run.reject(error);
    else pump();
  }

  function begin(slot: Slot, run: Run): void {
    slot.run = run;
    // An outcome may have arrived while this thread was busy: it is read before the worker is ended.
    slot.timer = setTimeout(() => setImmediate(() => end(slot, run)), limits.budgetMs);
    const job: RenderJob = { tasks: run.tasks, now: clock.now(), limits: { ...limits, budgetMs: limits.budgetMs * OWN_SHARE } };
    slot.worker.postMessage(job);
  }

  function pump(): void {
    for (const slot of slots) {
      if (!slot.isReady || slot.run !== undefined) continue;
      const run = queue.take();
      if (run === undefined) break;
      begin(slot, run);
    }
    if (!stopped && slots.size < workers && queue.size() > [...slots].filter(isFree).length) start();
  }

  return {
    run: (tenantId, tasks) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error('the render workers are stopped'));
        queue.add(tenantId, { tenantId, tasks, outcomes: [], resolve, reject });
        pump();
      }),
    async stop() {
      stopped = true;
      const running = [...slots].flatMap(({ run }) => run ?? []);
      const ending = [...slots].map(({ worker, timer }) => {
        clearTimeout(timer);
        return worker.terminate();
      });
      slots.clear();
      for (const run of [...running, ...queue.drain()]) run.reject(new Error('the render workers are stopped'));
      await Promise.all(ending);
    },
  };
}
