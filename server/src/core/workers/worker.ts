import type { Channel, ChannelListener, FromWorker, WorkerOptions } from './channel.ts';
import { openProcess } from './process-channel.ts';
import { type TaskLimits, watchTask } from './task-watch.ts';
import { openThread } from './thread-channel.ts';

/** How a worker is started, and the limits of its tasks. */
export interface TaskWorkerOptions extends WorkerOptions, TaskLimits {
  /** `process` where the memory of a task cannot be foreseen, since a thread that runs out of it can end the whole service; `thread` by default. */
  readonly kind?: 'thread' | 'process';
}

/** The result of a task. */
export interface TaskOutcome<Answer> {
  /** The task's answers, or those that came before the error. */
  readonly answers: readonly Answer[];
  /**
   * Why there are no more answers: TaskTimeout, OutOfMemory, another error that ended the worker, or an answer that could not be
   * transferred.
   */
  readonly error?: Error;
}

/** A worker that performs one task at a time. */
export interface TaskWorker<Task, Answer> {
  /** Returns whether its module is loaded. Loading is no part of a task's time. */
  isReady(): boolean;
  isIdle(): boolean;
  /** Resolves with the outcome of the task; rejects where it cannot be cloned. `transfer`: buffers that are transferred to a thread instead of copied. */
  perform(task: Task, transfer?: readonly ArrayBuffer[]): Promise<TaskOutcome<Answer>>;
  /** Ends it, without a call of `onEnd`. */
  stop(): Promise<unknown>;
}

/** Is called when a worker becomes ready, and when it ends unasked. */
export interface WorkerListener {
  onReady(): void;
  /** The worker ended by itself, or was ended because a task took too long. */
  onEnd(error: Error): void;
}

/** A task under way. */
interface RunningTask<Answer> {
  readonly answers: Answer[];
  fault?: Error;
  resolve(outcome: TaskOutcome<Answer>): void;
}

interface WorkerState<Answer> {
  readonly limits: TaskLimits;
  readonly listener: WorkerListener;
  readonly channel: Pick<Channel<never>, 'end' | 'computed'>;
  /** Resolves once its module is loaded, or it has ended before. */
  readonly loaded: PromiseWithResolvers<void>;
  current: RunningTask<Answer> | undefined;
  endWatch: () => void;
  isReady: boolean;
  hasEnded: boolean;
  /** Milliseconds that the worker had computed before the task under way. */
  cpuBefore: number;
}

interface TaskWorkerState<Task, Answer> extends WorkerState<Answer> {
  readonly channel: Channel<Task>;
}

function finish<Answer>(state: WorkerState<Answer>, ended?: Error): void {
  state.endWatch();
  const finished = state.current;
  state.current = undefined;
  const error = ended ?? finished?.fault;
  finished?.resolve({ answers: finished.answers, ...(error === undefined ? {} : { error }) });
}

function end<Answer>(state: WorkerState<Answer>, error: Error): void {
  if (state.hasEnded) return;
  state.hasEnded = true;
  void state.channel.end();
  finish(state, error);
  state.listener.onEnd(error);
}

function fail<Answer>({ current }: WorkerState<Answer>, fault: Error): void {
  if (current !== undefined) current.fault = fault;
}

function becomeIdle<Answer>(state: WorkerState<Answer>, cpu: number): void {
  state.cpuBefore = cpu;
  if (state.isReady) finish(state);
  else {
    state.isReady = true;
    state.loaded.resolve();
    if (!state.hasEnded) state.listener.onReady();
  }
}

function onMessage<Answer>(state: WorkerState<Answer>, message: FromWorker<Answer>): void {
  if (message.kind === 'answer') state.current?.answers.push(message.answer);
  else if (message.kind === 'fault') fail(state, new Error(message.message));
  else becomeIdle(state, message.cpu);
}

/** Returns how many milliseconds the task under way has computed; as many as it likes where the worker does not say. */
async function computed<Answer>({ channel, cpuBefore }: WorkerState<Answer>): Promise<number> {
  const total = await channel.computed();
  return total === undefined ? Number.POSITIVE_INFINITY : total - cpuBefore;
}

function watch<Answer>(state: WorkerState<Answer>, task: RunningTask<Answer>): void {
  const { limitMs } = state.limits;
  if (limitMs === undefined || state.current !== task) return;
  state.endWatch = watchTask({
    ...state.limits,
    limitMs,
    isUnderWay: () => state.current === task,
    computed: () => computed(state),
    onTimeout: (timeout) => end(state, timeout),
  });
}

async function perform<Task, Answer>(
  state: TaskWorkerState<Task, Answer>,
  task: Task,
  transfer: readonly ArrayBuffer[],
): Promise<TaskOutcome<Answer>> {
  const { promise, resolve } = Promise.withResolvers<TaskOutcome<Answer>>();
  const begun: RunningTask<Answer> = { answers: [], resolve };
  state.current = begun;
  try {
    await state.channel.post(task, transfer);
  } catch (error) {
    state.current = undefined;
    throw error;
  }
  watch(state, begun);
  return promise;
}

/** Starts a worker, as a thread or as a process. */
export function startWorker<Task, Answer>(options: TaskWorkerOptions, listener: WorkerListener): TaskWorker<Task, Answer> {
  const open = options.kind === 'process' ? openProcess : openThread;
  const onChannel: ChannelListener<Answer> = {
    onMessage: (message) => onMessage(state, message),
    onMessageError: (fault) => fail(state, fault),
    onEnd(error) {
      state.loaded.resolve();
      end(state, error);
    },
  };
  const state: TaskWorkerState<Task, Answer> = {
    limits: options,
    listener,
    channel: open<Task, Answer>(options, onChannel),
    loaded: Promise.withResolvers<void>(),
    current: undefined,
    endWatch: () => undefined,
    isReady: false,
    hasEnded: false,
    cpuBefore: 0,
  };
  return {
    isReady: () => state.isReady,
    isIdle: () => state.current === undefined,
    perform: (task, transfer = []) => perform(state, task, transfer),
    async stop() {
      state.hasEnded = true;
      state.endWatch();
      // Terminating a thread while it loads a native module would crash the process.
      if (options.kind !== 'process') await state.loaded.promise;
      return state.channel.end();
    },
  };
}
