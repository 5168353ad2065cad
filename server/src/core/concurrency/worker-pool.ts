import { createFairQueue } from './fair-queue.ts';
import type { NamedLoad } from './task-load.ts';
import { startThread, type TaskOutcome, TaskTimeout, type ThreadOptions, type WorkerThread } from './worker-thread.ts';

export interface WorkerPoolOptions extends ThreadOptions {
  /** The most that there are. None is started before it is needed. */
  readonly threads: number;
  /** Tasks of one owner that may be under way at once. */
  readonly mostPerOwner: number;
  /** How long a thread stays that has nothing to do: its memory is the process's. */
  readonly idleMs?: number;
}

const IDLE_MS = 30_000;

export interface TaskOptions {
  /** The owners take turns. */
  readonly owner: string;
  /** A task that is given up before it begins never begins, and its promise stays pending; one under way goes on. */
  readonly signal?: AbortSignal;
  /** What of the task goes over to the thread when it begins, without a copy. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Threads that do tasks. */
export interface WorkerPool<Task, Answer> {
  /** Rejects where no thread can be started, and once the pool is stopped. */
  run(task: Task, options: TaskOptions): Promise<TaskOutcome<Answer>>;
  load(): NamedLoad;
  /** Ends the threads, and what is under way with them. */
  stop(): Promise<void>;
}

interface Run<Task, Answer> extends TaskOptions {
  readonly task: Task;
  resolve(outcome: TaskOutcome<Answer>): void;
  reject(error: unknown): void;
}

export function createWorkerPool<Task, Answer>(options: WorkerPoolOptions): WorkerPool<Task, Answer> {
  const threads = new Set<WorkerThread<Task, Answer>>();
  const queue = createFairQueue<Run<Task, Answer>>(options.mostPerOwner);
  const underWay = new Set<Run<Task, Answer>>();
  const resting = new Map<WorkerThread<Task, Answer>, NodeJS.Timeout>();
  const { idleMs = IDLE_MS } = options;
  let isStopped = false;

  function start(): void {
    const onEnd = (error: Error) => {
      wake(thread);
      threads.delete(thread);
      if (!thread.isReady()) for (const run of queue.drain()) run.reject(error);
      if (error instanceof TaskTimeout) start();
    };
    const thread = startThread<Task, Answer>(options, { onReady: pump, onEnd });
    threads.add(thread);
  }

  function wake(thread: WorkerThread<Task, Answer>): void {
    clearTimeout(resting.get(thread));
    resting.delete(thread);
  }

  /** Ends the thread unless it is needed again soon. */
  function rest(thread: WorkerThread<Task, Answer>): void {
    if (resting.has(thread)) return;
    const end = () => {
      resting.delete(thread);
      threads.delete(thread);
      void thread.stop();
    };
    resting.set(thread, setTimeout(end, idleMs).unref());
  }

  function takeNext(): Run<Task, Answer> | undefined {
    for (let run = queue.take(); run !== undefined; run = queue.take()) {
      if (run.signal?.aborted !== true) return run;
      queue.done(run.owner);
    }
    return undefined;
  }

  async function perform(thread: WorkerThread<Task, Answer>, run: Run<Task, Answer>): Promise<void> {
    underWay.add(run);
    wake(thread);
    await thread.perform(run.task, run.transfer).then(run.resolve, run.reject);
    underWay.delete(run);
    queue.done(run.owner);
    pump();
  }

  function pump(): void {
    if (isStopped) return;
    for (const thread of threads) {
      if (!thread.isReady() || !thread.isIdle()) continue;
      const run = takeNext();
      if (run === undefined) rest(thread);
      else void perform(thread, run);
    }
    const idle = [...threads].filter((thread) => thread.isIdle()).length;
    if (threads.size < options.threads && queue.size() > idle) start();
  }

  const stopped = () => new Error(`the ${options.name} threads are stopped`);

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
      for (const thread of threads) wake(thread);
      await Promise.all([...threads].map((thread) => thread.stop()));
      threads.clear();
    },
  };
}
