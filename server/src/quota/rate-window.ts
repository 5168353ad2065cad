import { MINUTE_MS } from '../core/durations.ts';
import type { Meter } from '../meters/store.ts';

/** Past this many requests a minute, hits share a time so that the window stays small. */
const EXACT_LIMIT = 600;
const SHARED_MS = 100;

/** Admitted requests of the last minute: when, and how many; oldest first. */
export type Hits = Meter['rateHits'];

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the oldest counted request leaves the window; 0 if none is counted. */
  readonly resetSeconds: number;
  /** What is counted. */
  readonly hits: Hits;
}

export interface RateDecision {
  readonly admitted: boolean;
  readonly state: RateState;
}

const sum = (hits: Hits) => hits.reduce((total, [, count]) => total + count, 0);

/** Hits further ahead than clocks of processes differ are from before the clock was set back: they would stay until it has caught up. */
const withoutAhead = (hits: Hits, now: number) => hits.filter(([hit]) => hit <= now + MINUTE_MS);

/** Clocks of processes differ; a window's own time does not go back with them. */
function lookAt(given: Hits, now: number): { time: number; hits: Hits } {
  const known = withoutAhead(given, now);
  const time = Math.max(now, known.at(-1)?.[0] ?? 0);
  return { time, hits: known.filter(([hit]) => hit > time - MINUTE_MS) };
}

function withHit(hits: Hits, at: number): Hits {
  const last = hits.at(-1);
  return last?.[0] === at ? [...hits.slice(0, -1), [at, last[1] + 1]] : [...hits, [at, 1]];
}

function describe(hits: Hits, limit: number, now: number): RateState {
  const oldest = hits[0]?.[0];
  return {
    limit,
    remaining: Math.max(0, limit - sum(hits)),
    resetSeconds: oldest === undefined ? 0 : Math.ceil((oldest + MINUTE_MS - now) / 1000),
    hits,
  };
}

/** Counts a request in the rolling minute if the limit leaves room for it; a refused one is not counted. */
export function admitToWindow(given: Hits, limit: number, now: number): RateDecision {
  const { time, hits } = lookAt(given, now);
  const admitted = sum(hits) < limit;
  // Rounded up: a shared time leaves later, never sooner, so the limit holds.
  const at = limit > EXACT_LIMIT ? Math.ceil(time / SHARED_MS) * SHARED_MS : time;
  const next = admitted ? withHit(hits, at) : hits;
  return { admitted, state: describe(next, limit, time) };
}

/** Returns the state of the window without counting anything. */
export function peekWindow(given: Hits, limit: number, now: number): RateState {
  const { time, hits } = lookAt(given, now);
  return describe(hits, limit, time);
}
