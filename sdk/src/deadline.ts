import { PosthornConnectionError } from './errors.ts';

export interface Deadline {
  /** Milliseconds; `Infinity` for none. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The URL that the response is awaited from. */
  readonly baseUrl?: string;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs until it is done, the time is over or the caller's signal aborts, whichever is first; in the last two cases it rejects. */
export async function withDeadline<T>({ timeoutMs, signal, ...from }: Deadline, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const expire = () => controller.abort(new PosthornConnectionError('timeout', from));
  const timer = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    return await run(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Waits for some milliseconds, or rejects with the signal's reason. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(settle, ms);
    signal?.addEventListener('abort', settle);
    if (signal?.aborted) settle();
  });
}
