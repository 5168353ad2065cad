import { peekWindow, type RateState } from './rate-window.ts';

/** Windows remembered at once; one that is forgotten is only looked at in its tenant's row again. */
const MOST = 10_000;

/** A tenant, with the version of its settings. */
interface Holder {
  readonly tenantId: string;
  readonly version: number;
}

/** The full minutes that this process has seen. */
export interface RateLimitedTenants {
  /** Keeps a window, as it was committed, if it is full. */
  note(holder: Holder, window: RateState): void;
  /** A tenant's window while it is full: hits leave only with time, so nothing can have made room before. */
  find(holder: Holder, now: number): RateState | undefined;
}

export function createRateLimitedTenants(): RateLimitedTenants {
  const windows = new Map<string, { version: number; window: RateState }>();

  return {
    note({ tenantId, version }, window) {
      if (window.remaining > 0) return;
      windows.delete(tenantId);
      windows.set(tenantId, { version, window });
      const [oldest] = windows.keys();
      if (windows.size > MOST && oldest !== undefined) windows.delete(oldest);
    },
    find({ tenantId, version }, now) {
      const noted = windows.get(tenantId);
      if (noted === undefined) return undefined;
      const window = peekWindow(noted.window.hits, noted.window.limit, now);
      if (noted.version === version && window.remaining === 0) return window;
      windows.delete(tenantId);
      return undefined;
    },
  };
}
