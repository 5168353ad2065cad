import { constants, setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';
import { systemClock } from '../clock.ts';

export interface ThreadOptions {
  readonly name: string;
  /** The module that calls `serveTasks`, by the name of its source. */
  readonly file: URL;
  /** Megabytes that the thread's objects may take up. */
  readonly heapMb?: number;
  /** The most that a task may compute; then the thread is ended with it. At the latest after ten times as long, whatever else the machine does. */
  readonly limitMs?: number;
  /** What the thread is started with. */
  readonly workerData?: unknown;
}

export interface TaskOutcome<Answer> {
  /** The task's answers, or those that came before the error. */
  readonly answers: readonly Answer[];
  /** Why there is not more: TaskTimeout, what the thread died of, or that an answer could not be handed over. */
  readonly error?: Error;
}

/** How much longer than its limit a task may take in all. */
const MOST_STRETCH = 10;
/** How long a thread may take to say what it has computed. */
const REPLY_MS = 1000;

export class TaskTimeout extends Error {}

export const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A thread that does one task at a time. */
export interface WorkerThread<Task, Answer> {
  /** Whether its module is loaded, which is no part of a task's time. */
  isReady(): boolean;
  isIdle(): boolean;
  perform(task: Task, transfer?: readonly ArrayBuffer[]): Promise<TaskOutcome<Answer>>;
  /** Ends it without a word to anybody. */
  stop(): Promise<unknown>;
}

export interface ThreadListener {
  onReady(): void;
  /** It ended by itself, or a task took too long. */
  onEnd(error: Error): void;
}

/** `cpu`: milliseconds that the thread has computed. */
type FromThread<Answer> =
  | { readonly kind: 'idle'; readonly cpu: number }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly message: string };

/** Lets the event loop go first where it and the threads want the same core. A thread has a priority of its own on Linux alone. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const lost = (what: string, cause: unknown) => `${what} could not be handed over: ${cause instanceof Error ? cause.message : cause}`;

/**
 * For the thread's module. Each answer is sent by itself, so that those of a task that is ended half-way are not lost.
 * `transferOf`: what of an answer goes over without a copy.
 */
export function serveTasks<Task, Answer>(
  perform: (task: Task) => Iterable<Answer> | AsyncIterable<Answer>,
  transferOf: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const post = (message: FromThread<Answer>, transfer: readonly ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  const idle = () => post({ kind: 'idle', cpu: systemClock.threadCpu() });
  /** A value can be too deep to be cloned, which ends its task and not the thread. */
  const tryPost = (answer: Answer) => {
    try {
      post({ kind: 'answer', answer }, transferOf(answer));
      return true;
    } catch (error) {
      post({ kind: 'fault', message: lost('An answer', error) });
      return false;
    }
  };
  giveWay();
  parentPort?.on('message', async (task: Task) => {
    for await (const answer of perform(task)) if (!tryPost(answer)) break;
    idle();
  });
  parentPort?.on('messageerror', (error) => {
    post({ kind: 'fault', message: lost('A task', error) });
    idle();
  });
  idle();
}

/** In a package everything is compiled: this file, and with it the modules of threads. */
const compiled = (source: URL): URL => (import.meta.url.endsWith('.js') ? new URL(source.href.replace(/\.ts$/, '.js')) : source);

export function startThread<Task, Answer>(options: ThreadOptions, { onReady, onEnd }: ThreadListener): WorkerThread<Task, Answer> {
  const { name, file, heapMb, limitMs, workerData } = options;
  const resourceLimits = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb };
  const worker = new Worker(compiled(file), { name, execArgv: [], env: {}, workerData, resourceLimits });
  let current: { answers: Answer[]; fault?: Error; resolve(outcome: TaskOutcome<Answer>): void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let [isReady, hasEnded] = [false, false];
  let cpuBefore = 0;

  function finish(ended?: Error): void {
    clearTimeout(timer);
    const finished = current;
    current = undefined;
    const error = ended ?? finished?.fault;
    finished?.resolve({ answers: finished.answers, ...(error === undefined ? {} : { error }) });
  }

  function end(error: Error): void {
    if (hasEnded) return;
    hasEnded = true;
    void worker.terminate();
    finish(error);
    onEnd(error);
  }

  function fail(fault: Error): void {
    if (current !== undefined) current.fault = fault;
  }

  function becomeIdle(cpu: number): void {
    cpuBefore = cpu;
    if (isReady) finish();
    else {
      isReady = true;
      onReady();
    }
  }

  function hear(message: FromThread<Answer>): void {
    if (message.kind === 'answer') current?.answers.push(message.answer);
    else if (message.kind === 'fault') fail(new Error(message.message));
    else becomeIdle(message.cpu);
  }

  /** Milliseconds that the task under way has computed; as many as it likes where the thread does not say. */
  async function computed(): Promise<number> {
    const usage = await pTimeout(worker.cpuUsage(), { milliseconds: REPLY_MS, fallback: () => undefined }).catch(() => undefined);
    return usage === undefined ? Number.POSITIVE_INFINITY : (usage.user + usage.system) / 1000 - cpuBefore;
  }

  /** Ends a task that computes for longer than it may: looks when it could have, and again when the rest could be over. */
  function watch(task: typeof current, limit: number): void {
    const latest = systemClock.monotonic() + limit * MOST_STRETCH;
    const look = async () => {
      const left = limit - (await computed());
      if (current !== task) return;
      if (left > 0 && systemClock.monotonic() < latest) timer = setTimeout(lookSoon, Math.ceil(left));
      else end(new TaskTimeout(`It took longer than ${limit} ms.`));
    };
    // An answer may have arrived while this thread was busy: it is read before the other one is ended.
    const lookSoon = () => setImmediate(() => current === task && void look());
    timer = setTimeout(lookSoon, limit);
  }

  worker.unref();
  worker.on('message', hear);
  worker.on('messageerror', (error) => fail(new Error(lost('An answer', error))));
  worker.on('error', end);
  worker.on('exit', () => end(new Error(`a ${name} thread ended`)));

  return {
    isReady: () => isReady,
    isIdle: () => current === undefined,
    perform: (task, transfer = []) =>
      new Promise((resolve) => {
        worker.postMessage(task, transfer);
        const begun: typeof current = { answers: [], resolve };
        current = begun;
        if (limitMs !== undefined) watch(begun, limitMs);
      }),
    stop: () => {
      hasEnded = true;
      clearTimeout(timer);
      return worker.terminate();
    },
  };
}
