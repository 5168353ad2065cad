/** What a worker says. `cpu`: milliseconds that it has computed; `place`: where the system tells of that, see `thread-cpu.ts`. */
export type FromWorker<Answer> =
  | { readonly kind: 'idle'; readonly cpu: number; readonly place: string | undefined }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly message: string };

/** Where a worker's module is loaded, by the name of its source. */
export interface WorkerOptions {
  readonly name: string;
  /** The module that calls `serveTasks`. */
  readonly file: URL;
  /** Megabytes that the worker's objects may take up. */
  readonly heapMb?: number;
  /** What a thread is started with. */
  readonly workerData?: unknown;
}

export interface ChannelListener<Answer> {
  onMessage(message: FromWorker<Answer>): void;
  /** What the worker said could not be read. */
  onLost(error: Error): void;
  /** It has ended, and nothing more is to be heard. */
  onEnd(error: Error): void;
}

/** The way to a worker that has been started. It keeps no process alive. */
export interface Channel<Task> {
  /** Rejects where a task cannot be cloned. */
  post(task: Task, transfer: readonly ArrayBuffer[]): Promise<void>;
  /** Milliseconds that its thread has computed; undefined where it does not say. */
  computed(): Promise<number | undefined>;
  end(): Promise<unknown>;
}

export const lost = (what: string, cause: unknown) => `${what} could not be handed over: ${cause instanceof Error ? cause.message : cause}`;

/** What a worker has died of that took more memory than it may. */
export class OutOfMemory extends Error {}
