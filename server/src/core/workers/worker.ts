import { systemClock } from '../clock.ts';
import type { ChannelListener, FromWorker, WorkerOptions } from './channel.ts';
import { openProcess } from './process-channel.ts';
import { openThread } from './thread-channel.ts';

export interface TaskLimits {
  /** Milliseconds that a task may compute; then the worker is ended with it. */
  readonly limitMs?: number;
  /** Milliseconds that it may take in all, whatever else the machine does; ten times `limitMs` unless given. */
  readonly mostMs?: number;
}

export interface TaskWorkerOptions extends WorkerOptions, TaskLimits {
  /** A process where the memory that a task takes cannot be foreseen: a thread can end the whole service. */
  readonly kind?: 'thread' | 'process';
}

export interface TaskOutcome<Answer> {
  /** The task's answers, or those that came before the error. */
  readonly answers: readonly Answer[];
  /** Why there is not more: TaskTimeout, OutOfMemory, what else the worker died of, or that an answer could not be handed over. */
  readonly error?: Error;
}

/** How much longer than its limit a task may take in all, unless it is said. */
const MOST_STRETCH = 10;

export class TaskTimeout extends Error {
  readonly limitMs: number;
  /** Whether the task has used up its computing time; otherwise the machine was too busy to give it that much. */
  readonly hasComputed: boolean;
  constructor(limitMs: number, hasComputed: boolean) {
    super(`It took longer than ${limitMs} ms.`);
    this.limitMs = limitMs;
    this.hasComputed = hasComputed;
  }
}

/** A worker that does one task at a time. */
export interface TaskWorker<Task, Answer> {
  /** Whether its module is loaded, which is no part of a task's time. */
  isReady(): boolean;
  isIdle(): boolean;
  /** `transfer`: what goes over to a thread without a copy. */
  perform(task: Task, transfer?: readonly ArrayBuffer[]): Promise<TaskOutcome<Answer>>;
  /** Ends it; nobody is told. */
  stop(): Promise<unknown>;
}

export interface WorkerListener {
  onReady(): void;
  /** It ended by itself, or a task took too long. */
  onEnd(error: Error): void;
}

export function startWorker<Task, Answer>(options: TaskWorkerOptions, { onReady, onEnd }: WorkerListener): TaskWorker<Task, Answer> {
  const { kind = 'thread', limitMs, mostMs } = options;
  const listener: ChannelListener<Answer> = { onMessage: hear, onLost: fail, onEnd: end };
  const channel = kind === 'thread' ? openThread<Task, Answer>(options, listener) : openProcess<Task, Answer>(options, listener);
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
    void channel.end();
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

  function hear(message: FromWorker<Answer>): void {
    if (message.kind === 'answer') current?.answers.push(message.answer);
    else if (message.kind === 'fault') fail(new Error(message.message));
    else becomeIdle(message.cpu);
  }

  /** Milliseconds that the task under way has computed; as many as it likes where the worker does not say. */
  async function computed(): Promise<number> {
    const total = await channel.computed();
    return total === undefined ? Number.POSITIVE_INFINITY : total - cpuBefore;
  }

  /** Ends a task that computes for longer than it may: looks when it could have, and again when the rest could be over. */
  function watch(task: typeof current, limit: number): void {
    if (current !== task) return;
    const latest = systemClock.monotonic() + (mostMs ?? limit * MOST_STRETCH);
    const look = async () => {
      const left = limit - (await computed());
      if (current !== task) return;
      if (left > 0 && systemClock.monotonic() < latest) timer = setTimeout(lookSoon, Math.ceil(left));
      else end(new TaskTimeout(limit, left <= 0));
    };
    // An answer may have arrived while this thread was busy: it is read before the worker is ended.
    const lookSoon = () => setImmediate(() => current === task && void look());
    timer = setTimeout(lookSoon, limit);
  }

  return {
    isReady: () => isReady,
    isIdle: () => current === undefined,
    async perform(task, transfer = []) {
      const { promise, resolve } = Promise.withResolvers<TaskOutcome<Answer>>();
      const begun: typeof current = { answers: [], resolve };
      current = begun;
      try {
        await channel.post(task, transfer);
      } catch (error) {
        current = undefined;
        throw error;
      }
      if (limitMs !== undefined) watch(begun, limitMs);
      return promise;
    },
    stop: () => {
      hasEnded = true;
      clearTimeout(timer);
      return channel.end();
    },
  };
}
