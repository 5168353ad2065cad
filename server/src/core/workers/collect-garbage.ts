import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of what tasks have used, as much as may stay as garbage. */
const MOST_BYTES = 8 * 1024 * 1024;

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  try {
    // Safe because that is what the flag gives to a context that is made under it; another thread may have taken the flag back meanwhile.
    return runInNewContext('typeof gc === "function" ? gc : () => undefined') as () => void;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}

/**
 * Returns what a thread tells of the bytes that each of its tasks has used. V8 would keep them as garbage as long as there is memory to
 * be had; between two tasks a thread has next to nothing else, so that collecting it takes a few milliseconds, for which nobody waits.
 */
export function createCollector(): (bytes: number) => void {
  const collect = exposeCollector();
  let used = 0;
  return (bytes) => {
    used += bytes;
    if (used < MOST_BYTES) return;
    used = 0;
    // Once the task has ended, and its answers have gone.
    setImmediate(collect);
  };
}
