import type { Clock } from './clock.ts';
import { DAY_MS } from './durations.ts';
import { firstIdAt, type IdPrefix } from './ids.ts';

/** Rows that one transaction looks at. */
const PAGE = 500;

/** The next ids after one and below another. */
export interface IdPageRequest {
  readonly after: string;
  readonly below: string;
  readonly limit: number;
}

export interface RemovedPage {
  /** In order, whatever became of their rows. */
  readonly seen: readonly string[];
  readonly removed: number;
}

interface RetentionParts {
  readonly clock: Clock;
  /** Waited for before each page. */
  readonly priority: { yieldToForeground(): Promise<void> };
}

interface RetentionOptions {
  readonly prefix: IdPrefix;
  /** For how many days rows are kept; 0 for ever. */
  readonly keptDays: number;
  readonly removePage: (page: IdPageRequest, before: number) => Promise<RemovedPage>;
}

/**
 * Returns a step of `cleanup` that removes old rows: it examines about `limit` rows, continues where it stopped, and returns how many it
 * has removed.
 */
export function createRetention(
  { clock, priority }: RetentionParts,
  { prefix, keptDays, removePage }: RetentionOptions,
): (limit: number) => Promise<number> {
  let after = '';
  return async (limit) => {
    if (keptDays === 0) return 0;
    const before = clock.now() - keptDays * DAY_MS;
    const below = firstIdAt(prefix, before);
    let removed = 0;
    for (let seen = 0; seen < limit; seen += PAGE) {
      await priority.yieldToForeground();
      const page = await removePage({ after, below, limit: PAGE }, before);
      removed += page.removed;
      // What was left may be old enough later: the next run starts over.
      after = page.seen.length < PAGE ? '' : (page.seen.at(-1) ?? '');
      if (after === '') break;
    }
    return removed;
  };
}
