import { expect, it } from 'vitest';
import { createLogThrottle } from './log-throttle.ts';

it('logs each kind of line once a minute, and then how many it left out', () => {
  let now = 5;
  const logged: unknown[] = [];
  const throttle = createLogThrottle(() => now);
  const throttled = (key: string) => throttle.throttled(key, (omitted) => logged.push([now, key, omitted]));
  for (const [at, key] of [
    [5, 'a'],
    [6, 'a'],
    [7, 'b'],
    [60_004, 'a'],
    [60_005, 'a'],
    [60_006, 'a'],
    [120_006, 'a'],
  ] as const) {
    now = at;
    throttled(key);
  }
  expect(logged).toEqual([
    [5, 'a', 0],
    [7, 'b', 0],
    [60_005, 'a', 2],
    [120_006, 'a', 1],
  ]);
});
