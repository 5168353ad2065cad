import { LRUCache } from 'lru-cache';

/** Counts failed log-ins by network: after a few, nobody can log in from there for a while. */
export interface LogInLimits {
  /** Returns for how long nobody may log in from a network, ms; 0 if logging in is allowed. */
  waitOf(network: string): number;
  /** Counts a bad log-in. */
  noteBad(network: string): void;
}

export interface LogInLimitsOptions {
  readonly most: number;
  /** How long bad log-ins count, and how long too many of them shut a network out. */
  readonly forMs: number;
  /** Networks that are remembered; who comes from more of them guesses no sooner what has 256 bits. */
  readonly networks: number;
  readonly now: () => number;
}

export const LOG_IN_LIMITS = { most: 3, forMs: 600_000, networks: 10_000 };

export function createLogInLimits({ most, forMs, networks, now }: LogInLimitsOptions): LogInLimits {
  const bad = new LRUCache<string, { readonly count: number; readonly until: number }>({ max: networks });
  const find = (network: string) => {
    const found = bad.get(network);
    return found === undefined || found.until <= now() ? undefined : found;
  };
  return {
    waitOf(network) {
      const found = find(network);
      return found === undefined || found.count < most ? 0 : found.until - now();
    },
    noteBad(network) {
      const count = (find(network)?.count ?? 0) + 1;
      bad.set(network, { count, until: now() + forMs });
    },
  };
}
