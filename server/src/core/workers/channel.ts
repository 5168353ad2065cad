/** A message from a worker. `cpu`: CPU time of its thread so far, milliseconds; `place`: path of the thread below /proc, see `findProcPath`. */
export type FromWorker<Answer> =
  | { readonly kind: 'idle'; readonly cpu: number; readonly place: string | undefined }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly message: string };

/** How a worker is started. */
export interface WorkerOptions {
  /** For the thread, and for errors. */
  readonly name: string;
  /** The module that calls `serveTasks`. */
  readonly file: URL;
  /** Limit of the worker's heap (V8's old generation), megabytes. */
  readonly heapMb?: number;
  /** The `workerData` of a thread; a process gets none. */
  readonly workerData?: unknown;
}

/** Is called with what comes from a worker. */
export interface ChannelListener<Answer> {
  onMessage(message: FromWorker<Answer>): void;
  /** A message of the worker could not be deserialized. */
  onMessageError(error: Error): void;
  /** The worker has ended; no message follows. */
  onEnd(error: Error): void;
}

/** The connection to a worker that was started. It does not keep this process alive. */
export interface Channel<Task> {
  /** Rejects where a task cannot be cloned. */
  post(task: Task, transfer: readonly ArrayBuffer[]): Promise<void>;
  /** Returns the CPU time of its thread in milliseconds; undefined where that is not known. */
  computed(): Promise<number | undefined>;
  end(): Promise<unknown>;
}

/** Returns the message for a value that could not be transferred, such as `An answer`. */
export const describeFailedTransfer = (what: string, cause: unknown) =>
  `${what} could not be handed over: ${cause instanceof Error ? cause.message : cause}`;

/** The error of a worker that ended because it exceeded its memory limit. */
export class OutOfMemory extends Error {}
