import { HOUR_MS, MINUTE_MS } from '../core/durations.ts';

/** The purposes of buckets: the quotas, and the emails of the month that are counted separately. */
export type BucketName = QuotaWindow['name'] | 'test' | 'marketing';

/** A rolling window that is counted in buckets. */
export interface QuotaWindow {
  readonly name: 'daily' | 'monthly';
  readonly bucketMs: number;
  /** Buckets that make up the window, the one under way included. */
  readonly buckets: number;
}

export const DAY: QuotaWindow = { name: 'daily', bucketMs: MINUTE_MS, buckets: 24 * 60 };
export const MONTH: QuotaWindow = { name: 'monthly', bucketMs: HOUR_MS, buckets: 30 * 24 };

/** Returns the start of the bucket that a time falls into, epoch milliseconds. */
export const bucketAt = ({ bucketMs }: QuotaWindow, now: number): number => Math.floor(now / bucketMs) * bucketMs;

/** Returns the start of the oldest bucket that still counts, epoch milliseconds. */
export const windowStart = (window: QuotaWindow, now: number): number => bucketAt(window, now) - (window.buckets - 1) * window.bucketMs;

export interface Bucket {
  /** Start, epoch milliseconds. */
  readonly start: number;
  readonly used: number;
}

/** Returns the seconds until `units` fit under `limit`, as the oldest buckets leave; the length of the window where they never can. */
export function secondsUntilFree(
  window: QuotaWindow,
  buckets: readonly Bucket[],
  want: { units: number; limit: number; now: number },
): number {
  const { units, limit, now } = want;
  const lengthMs = window.buckets * window.bucketMs;
  if (units > limit) return lengthMs / 1000;
  let used = buckets.reduce((total, bucket) => total + bucket.used, 0);
  let at = now;
  for (const { start, used: leaving } of [...buckets].sort((left, right) => left.start - right.start)) {
    if (used + units <= limit) break;
    used -= leaving;
    at = start + lengthMs;
  }
  return Math.max(1, Math.ceil((at - now) / 1000));
}
