import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from './interpret.ts';

const MINUTE = 60_000;

describe('nextAttemptAt', () => {
  it('tries after 1, 5, 15 and 60 minutes, then every 4 hours until a day after the first attempt', () => {
    const times = [0];
    for (let attempts = 1; ; attempts += 1) {
      const at = nextAttemptAt(attempts, 0, times.at(-1) ?? 0);
      if (at === null) break;
      times.push(at);
    }
    expect(times.map((at) => at / MINUTE)).toEqual([0, 1, 6, 21, 81, 321, 561, 801, 1041, 1281]);
  });

  it('counts the day from the first attempt, however late an attempt was made', () => {
    expect(nextAttemptAt(1, 0, 24 * 60 * MINUTE)).toBeNull();
    expect(nextAttemptAt(1, 0, 24 * 60 * MINUTE - MINUTE)).toBe(24 * 60 * MINUTE);
  });
});
