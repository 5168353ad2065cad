import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes used by tasks after which garbage is collected. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Returns V8's function that collects all garbage of the thread; undefined if another thread has just taken the flag back. */
function exposeCollector(): (() => void) | undefined {
  setFlagsFromString('--expose-gc');
  try {
    // Safe because that is what the flag gives to a context that is made under it.
    return runInNewContext('typeof gc === "function" ? gc : undefined') as (() => void) | undefined;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}

/**
 * Returns a function that a thread calls with the bytes that a task has used. Garbage is collected once they add up to 8 MiB: V8 would keep
 * it while memory is available. Between two tasks a thread holds almost nothing else, so a collection takes a few milliseconds, and nobody
 * waits for it.
 */
export function createCollector(): (bytes: number) => void {
  const collect = exposeCollector() ?? (() => undefined);
  let used = 0;
  return (bytes) => {
    used += bytes;
    if (used < MOST_BYTES) return;
    used = 0;
    // After the task has ended and its answers were sent.
    setImmediate(collect);
  };
}

let collectAll: (() => void) | undefined;

/** Collects all garbage of the thread at once; it holds the event loop for as long, some 10 ms per 100 MB that are in use. */
export function collectGarbage(): void {
  collectAll ??= exposeCollector();
  collectAll?.();
}
