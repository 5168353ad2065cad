import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from './retry-ladder.ts';

const MINUTE = 60_000;

describe('nextAttemptAt', () => {
  it('has eight attempts over 26 hours and 36 minutes', () => {
    const times = [0];
    for (let at = nextAttemptAt(1, 0); at !== null; at = nextAttemptAt(times.length, at)) times.push(at);
    expect(times.map((at) => at / MINUTE)).toEqual([0, 1, 6, 36, 156, 636, 1116, 1596]);
    expect(1596).toBe(26 * 60 + 36);
  });
});
