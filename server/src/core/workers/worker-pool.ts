import { createFairQueue } from '../concurrency/fair-queue.ts';
import type { NamedLoad } from '../concurrency/task-load.ts';
import { Unavailable } from '../errors/unavailable.ts';
import { createIdleTimers } from './idle-timers.ts';
import { TaskTimeout } from './task-watch.ts';
import { startWorker, type TaskOutcome, type TaskWorker, type TaskWorkerOptions } from './worker.ts';

/** How many workers a pool has, and how they are started. */
export interface WorkerPoolOptions extends TaskWorkerOptions {
  /** Workers at most, one by default. None is started before it is needed. */
  readonly workers?: number;
  /** Tasks of one owner that may be under way at once, one by default. */
  readonly mostPerOwner?: number;
  /** Milliseconds after which an idle worker is ended, since its memory is the process's; 30,000 by default. */
  readonly idleMs?: number;
}

const IDLE_MS = 30_000;

/** How a task is run. */
export interface TaskOptions {
  /** Whose task it is. Owners take turns. */
  readonly owner: string;
  /** Once aborted, a waiting task never begins, and its promise stays pending; a running one continues. */
  readonly signal?: AbortSignal;
  /** Buffers of the task that are transferred to the worker when it begins, instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** A pool of workers that perform tasks. */
export interface WorkerPool<Task, Answer> {
  /** Resolves with the outcome of the task. Rejects with `Unavailable` where no worker can be started, which is no fault of the task, and with another error once the pool is stopped. */
  run(task: Task, options: TaskOptions): Promise<TaskOutcome<Answer>>;
  load(): NamedLoad;
  /** Ends the workers. Tasks that wait or are under way are rejected. */
  stop(): Promise<void>;
}

interface Run<Task, Answer> extends TaskOptions {
  readonly task: Task;
  resolve(outcome: TaskOutcome<Answer>): void;
  reject(error: unknown): void;
}

/** Creates a pool of threads or processes, by `kind`. */
export function createWorkerPool<Task, Answer>(options: WorkerPoolOptions): WorkerPool<Task, Answer> {
  const { workers: mostWorkers = 1, mostPerOwner = 1, idleMs = IDLE_MS } = options;
  const workers = new Set<TaskWorker<Task, Answer>>();
  const queue = createFairQueue<Run<Task, Answer>>(mostPerOwner);
  const underWay = new Set<Run<Task, Answer>>();
  const idleTimers = createIdleTimers<TaskWorker<Task, Answer>>(idleMs, (worker) => {
    workers.delete(worker);
    void worker.stop();
  });
  let isStopped = false;

  const notStarted = (error: Error) => new Unavailable(error, `What ${options.name} work is done by could not be started; try again.`);

  function start(): void {
    const onEnd = (error: Error) => {
      idleTimers.stop(worker);
      workers.delete(worker);
      if (!worker.isReady()) for (const run of queue.drain()) run.reject(notStarted(error));
      if (error instanceof TaskTimeout) start();
    };
    const worker = startWorker<Task, Answer>(options, { onReady: pump, onEnd });
    workers.add(worker);
  }

  function takeNext(): Run<Task, Answer> | undefined {
    for (let run = queue.take(); run !== undefined; run = queue.take()) {
      if (run.signal?.aborted !== true) return run;
      queue.done(run.owner);
    }
    return undefined;
  }

  async function perform(worker: TaskWorker<Task, Answer>, run: Run<Task, Answer>): Promise<void> {
    underWay.add(run);
    idleTimers.stop(worker);
    await worker.perform(run.task, run.transfer).then(run.resolve, run.reject);
    underWay.delete(run);
    queue.done(run.owner);
    pump();
  }

  function pump(): void {
    if (isStopped) return;
    for (const worker of workers) {
      if (!worker.isReady() || !worker.isIdle()) continue;
      const run = takeNext();
      if (run === undefined) idleTimers.start(worker);
      else void perform(worker, run);
    }
    const idle = [...workers].filter((worker) => worker.isIdle()).length;
    if (workers.size < mostWorkers && queue.size() > idle) start();
  }

  const stopped = () => new Error(`the ${options.name} workers are stopped`);

  return {
    run: (task, given) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(stopped());
        queue.add(given.owner, { ...given, task, resolve, reject });
        pump();
      }),
    load: () => ({ pool: options.name, queued: queue.size(), running: underWay.size }),
    async stop() {
      isStopped = true;
      for (const run of [...underWay, ...queue.drain()]) run.reject(stopped());
      for (const worker of workers) idleTimers.stop(worker);
      await Promise.all([...workers].map((worker) => worker.stop()));
      workers.clear();
    },
  };
}
