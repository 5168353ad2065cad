import { setTimeout as delay } from 'node:timers/promises';
import { createLogThrottle } from '../errors/log-throttle.ts';
import { Unavailable } from '../errors/unavailable.ts';

/** Short enough to be ahead of any process that would take over this one's work once the database is back. */
const RETRY_MS = 250;

/** Repeats work while the database is unavailable, as long as this process lives (docs/decisions/0032). */
export interface OutageRetry {
  /**
   * Runs the work, and again every 250 ms while it throws Unavailable. Throws other errors, and Unavailable once `isWorthIt` returns false
   * or the retry was ended. `again`: an earlier try failed.
   */
  whileUnavailable<T>(work: (again: boolean) => Promise<T>, isWorthIt?: () => boolean): Promise<T>;
  /** Ends the waiting: pending work is tried one last time. */
  end(): void;
}

/** The log in which an outage is noted. */
interface WarningLog {
  warn(fields: { readonly err: unknown }, sentence: string): void;
}

/** Creates a retry. `what`: names in the log what is kept until the database is back. */
export function createOutageRetry(log: WarningLog, what: string): OutageRetry {
  const ended = new AbortController();
  const { throttled } = createLogThrottle();

  async function pause(): Promise<void> {
    // What waits for a database keeps no process alive.
    await delay(RETRY_MS, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
  }

  return {
    async whileUnavailable(work, isWorthIt = () => true) {
      for (let again = false; ; again = true) {
        try {
          return await work(again);
        } catch (error) {
          if (!(error instanceof Unavailable) || ended.signal.aborted || !isWorthIt()) throw error;
          throttled('away', () => log.warn({ err: error.cause }, `the database is away: ${what} is kept until it is back`));
        }
        await pause();
      }
    },
    end: () => ended.abort(),
  };
}
