import { systemClock } from '../clock.ts';
import { MINUTE_MS } from '../durations.ts';
import { errorCodeOf } from './error-code.ts';
import { unavailableIn } from './unavailable.ts';

/** Returns what errors with one cause have in common: the code of what is unavailable, or of the error, or else its name. */
export function causeOf(error: unknown): string {
  const cause = unavailableIn(error)?.cause ?? error;
  return errorCodeOf(cause) ?? (cause instanceof Error ? cause.name : typeof cause);
}

/** Logs each kind of line once a minute at most. */
export interface LogThrottle {
  /** Calls `log` unless it did for the key within the last minute of machine time; `omitted` counts the calls since that came to nothing. */
  throttled(key: string, log: (omitted: number) => void): void;
}

export function createLogThrottle(monotonic: () => number = systemClock.monotonic): LogThrottle {
  const last = new Map<string, { at: number; omitted: number }>();
  return {
    throttled(key, log) {
      const previous = last.get(key);
      const now = monotonic();
      if (previous !== undefined && now < previous.at + MINUTE_MS) {
        previous.omitted += 1;
        return;
      }
      last.set(key, { at: now, omitted: 0 });
      log(previous?.omitted ?? 0);
    },
  };
}
