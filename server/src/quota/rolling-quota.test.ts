import { describe, expect, it } from 'vitest';
import { bucketAt, DAY, MONTH, secondsUntilFree, windowStart } from './rolling-quota.ts';

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;

describe('windows', () => {
  it('span 24 hours in minutes and 30 days in hours', () => {
    const now = 100 * DAY_MS + 30_000;
    expect(bucketAt(DAY, now)).toBe(100 * DAY_MS);
    expect(windowStart(DAY, now)).toBe(99 * DAY_MS + MINUTE);
    expect(windowStart(MONTH, now)).toBe(70 * DAY_MS + 60 * MINUTE);
  });
});

describe('secondsUntilFree', () => {
  const buckets = [
    { start: 0, used: 5 },
    { start: 10 * MINUTE, used: 5 },
  ];

  it('waits for as many buckets as are needed', () => {
    const now = 20 * MINUTE;
    expect(secondsUntilFree(DAY, buckets, { units: 5, limit: 10, now })).toBe((DAY_MS - now) / 1000);
    expect(secondsUntilFree(DAY, buckets, { units: 6, limit: 10, now })).toBe((DAY_MS + 10 * MINUTE - now) / 1000);
  });

  it.each([{ used: buckets }, { used: [] }])('is the whole window where the units can never fit, whatever is used', ({ used }) => {
    expect(secondsUntilFree(DAY, used, { units: 50, limit: 10, now: 20 * MINUTE })).toBe(DAY_MS / 1000);
  });

  it('is at least a second', () => {
    expect(secondsUntilFree(DAY, [{ start: 0, used: 10 }], { units: 1, limit: 10, now: DAY_MS - 1 })).toBe(1);
    expect(secondsUntilFree(DAY, [], { units: 1, limit: 1, now: 0 })).toBe(1);
  });
});
