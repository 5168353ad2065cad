import { expect, it } from 'vitest';
import { createOnceAMinute } from './once-a-minute.ts';

it('says a thing once a minute, and then how often it was not said', () => {
  let now = 5;
  const said: unknown[] = [];
  const once = createOnceAMinute(() => now);
  const say = (key: string) => once.say(key, (unsaid) => said.push([now, key, unsaid]));
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
    say(key);
  }
  expect(said).toEqual([
    [5, 'a', 0],
    [7, 'b', 0],
    [60_005, 'a', 2],
    [120_006, 'a', 1],
  ]);
});
