import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from './retry-ladder.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('nextAttemptAt', () => {
  it('tries after 1, 5, 15 and 60 minutes, then every 4 hours until a day after the first attempt', () => {
    const tried = { firstAttemptAt: 0, scheduledAt: null };
    const times = [0];
    for (let attempts = 1; ; attempts += 1) {
      const at = nextAttemptAt(attempts, tried, times.at(-1) ?? 0);
      if (at === null) break;
      times.push(at);
    }
    expect(times.map((at) => at / MINUTE)).toEqual([0, 1, 6, 21, 81, 321, 561, 801, 1041, 1281]);
  });

  it('counts the day from the first attempt, however late an attempt was made', () => {
    expect(nextAttemptAt(1, { firstAttemptAt: 0, scheduledAt: null }, DAY)).toBeNull();
    expect(nextAttemptAt(1, { firstAttemptAt: 0, scheduledAt: null }, DAY - MINUTE)).toBe(DAY);
  });

  it('counts it from the time that the message was moved to after an attempt', () => {
    expect(nextAttemptAt(2, { firstAttemptAt: 0, scheduledAt: 3 * DAY }, 4 * DAY - 5 * MINUTE)).toBe(4 * DAY);
    expect(nextAttemptAt(2, { firstAttemptAt: 0, scheduledAt: 3 * DAY }, 4 * DAY)).toBeNull();
    expect(nextAttemptAt(1, { firstAttemptAt: DAY, scheduledAt: 0 }, 2 * DAY - MINUTE)).toBe(2 * DAY);
  });
});
