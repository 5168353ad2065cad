import { setTimeout as delay } from 'node:timers/promises';
import { createLogThrottle } from '../log-throttle.ts';
import { Unavailable } from '../unavailable.ts';

/** Soon enough to be before whoever takes over what this process had, once the database is back. */
const RETRY_MS = 250;

/** Has work wait for the database, as long as this process lives (decisions: what is known is not forgotten). */
export interface OutageRetry {
  /** Does the work until the database lets it; rethrows when it is not worth it any more. `again`: an earlier try failed. */
  whileUnavailable<T>(work: (again: boolean) => Promise<T>, isWorthIt?: () => boolean): Promise<T>;
  /** Nothing waits any longer. */
  end(): void;
}

/** What it is told to that work waits. */
interface WarningLog {
  warn(fields: { readonly err: unknown }, sentence: string): void;
}

/** `what`: is kept meanwhile, as the log says. */
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
