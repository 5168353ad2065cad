import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../core/clock.ts';

const GIVE_UP_MS = 5000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
/** After this long without an attempt, the next failure starts a new wait. */
const APART_MS = 1000;

/**
 * Returns a function that retries a call while another process locks the file, for about 5 s, without blocking this process. Queued calls
 * share one wait, so that the last does not wait for the sum of all. The wait ends once a call succeeds that was refused before, or that
 * leaves us with the lock (`holdsLock`): reads succeed while another process holds it.
 */
export function createBusyRetry(
  isBusy: (error: unknown) => boolean,
  holdsLock: () => boolean = () => false,
): <T>(run: () => Promise<T>) => Promise<T> {
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;

  function noteBusy(): { exhausted: boolean } {
    const now = systemClock.monotonic();
    if (now - last > APART_MS) since = now;
    last = now;
    return { exhausted: now - since >= GIVE_UP_MS };
  }

  function notePassed(wasRefused: boolean): void {
    if (wasRefused || holdsLock()) last = Number.NEGATIVE_INFINITY;
  }

  return async (run) => {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        const result = await run();
        notePassed(wait > FIRST_PAUSE_MS);
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const { exhausted } = noteBusy();
        // Also before giving up: each attempt blocks the process, and a series of them would do so in one go.
        await pause(wait);
        if (exhausted) throw error;
      }
    }
  };
}
