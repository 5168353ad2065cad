import { parentPort, Worker } from 'node:worker_threads';

export interface ThreadOptions {
  readonly name: string;
  /** The module that calls `serveTasks`. */
  readonly file: URL;
  /** Megabytes that the thread's objects may take up. */
  readonly heapMb?: number;
  /** The most that a task may take; then the thread is ended with it. */
  readonly limitMs?: number;
  /** What the thread is started with. */
  readonly workerData?: unknown;
}

export interface TaskOutcome<Answer> {
  /** The task's answers, or those that came before the error. */
  readonly answers: readonly Answer[];
  /** Why the thread ended before the task: TaskTimeout, or what it died of. */
  readonly error?: Error;
}

export class TaskTimeout extends Error {}

export const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A thread that does one task at a time. */
export interface WorkerThread<Task, Answer> {
  /** Whether its module is loaded, which is no part of a task's time. */
  isReady(): boolean;
  isIdle(): boolean;
  perform(task: Task): Promise<TaskOutcome<Answer>>;
  /** Ends it without a word to anybody. */
  stop(): Promise<unknown>;
}

export interface ThreadListener {
  onReady(): void;
  /** It ended by itself, or a task took too long. */
  onEnd(error: Error): void;
}

type FromThread<Answer> = { readonly kind: 'idle' } | { readonly kind: 'answer'; readonly answer: Answer };

/** For the thread's module. Each answer is sent by itself, so that those of a task that is ended half-way are not lost. */
export function serveTasks<Task, Answer>(perform: (task: Task) => Iterable<Answer>): void {
  const post = (message: FromThread<Answer>) => parentPort?.postMessage(message);
  parentPort?.on('message', (task: Task) => {
    for (const answer of perform(task)) post({ kind: 'answer', answer });
    post({ kind: 'idle' });
  });
  post({ kind: 'idle' });
}

export function startThread<Task, Answer>(options: ThreadOptions, { onReady, onEnd }: ThreadListener): WorkerThread<Task, Answer> {
  const { name, file, heapMb, limitMs, workerData } = options;
  const resourceLimits = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb };
  const worker = new Worker(file, { name, execArgv: [], env: {}, workerData, resourceLimits });
  let current: { answers: Answer[]; resolve(outcome: TaskOutcome<Answer>): void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let [isReady, hasEnded] = [false, false];

  function finish(error?: Error): void {
    clearTimeout(timer);
    const finished = current;
    current = undefined;
    finished?.resolve({ answers: finished.answers, ...(error === undefined ? {} : { error }) });
  }

  function end(error: Error): void {
    if (hasEnded) return;
    hasEnded = true;
    void worker.terminate();
    finish(error);
    onEnd(error);
  }

  function hear(message: FromThread<Answer>): void {
    if (message.kind === 'answer') current?.answers.push(message.answer);
    else if (isReady) finish();
    else {
      isReady = true;
      onReady();
    }
  }

  worker.unref();
  worker.on('message', hear);
  worker.on('error', end);
  worker.on('exit', () => end(new Error(`a ${name} thread ended`)));

  return {
    isReady: () => isReady,
    isIdle: () => current === undefined,
    perform: (task) =>
      new Promise((resolve) => {
        worker.postMessage(task);
        const begun = { answers: [], resolve };
        const expire = () => current === begun && end(new TaskTimeout(`It took longer than ${limitMs} ms.`));
        current = begun;
        // An answer may have arrived while this thread was busy: it is read before the other one is ended.
        if (limitMs !== undefined) timer = setTimeout(() => setImmediate(expire), limitMs);
      }),
    stop: () => {
      hasEnded = true;
      clearTimeout(timer);
      return worker.terminate();
    },
  };
}
