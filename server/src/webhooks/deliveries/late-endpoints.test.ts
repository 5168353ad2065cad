import { describe, expect, it } from 'vitest';
import { createLateEndpoints } from './late-endpoints.ts';

const MINUTE_MS = 60_000;

function stage() {
  let now = 0;
  const told: string[] = [];
  const late = createLateEndpoints(
    (id) => told.push(id),
    () => now,
  );
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...late, pass, told };
}

describe('endpoints that come late', () => {
  it('are those that answer slowly, not those of which one answer was', () => {
    const { answered, isSlow, countSlow, told } = stage();
    answered('hiccup', 1900);
    answered('slow', 2000);
    for (let n = 0; n < 3; n += 1) answered('endless body', 1001);
    for (let n = 0; n < 100; n += 1) answered('quick', 400);
    expect(['hiccup', 'slow', 'endless body', 'quick', 'unknown'].filter(isSlow)).toEqual(['slow', 'endless body']);
    answered('slow', 2000);
    expect(countSlow()).toBe(2);
    expect(told).toEqual(['slow', 'endless body']);
  });

  it('are like others again once they answer quickly, or after an hour', () => {
    const { answered, isSlow, countSlow, pass } = stage();
    for (let n = 0; n < 100; n += 1) answered('mended', 8000);
    for (let n = 0; n < 9; n += 1) answered('mended', 50);
    expect(isSlow('mended')).toBe(true);
    for (let n = 0; n < 3; n += 1) answered('mended', 50);
    expect(isSlow('mended')).toBe(false);
    answered('gone', 8000);
    pass(60 * MINUTE_MS - 1);
    expect([isSlow('gone'), countSlow()]).toEqual([true, 1]);
    answered('another', 8000);
    pass(1);
    expect([isSlow('gone'), countSlow()]).toEqual([false, 1]);
    answered('gone', 50);
    expect([isSlow('gone'), countSlow()]).toEqual([false, 1]);
  });

  it('come the later the more they have had, and forget it with time', () => {
    const { nextPriority, pass } = stage();
    const priorities = Array.from({ length: 1024 }, () => nextPriority('much'));
    expect(priorities).toEqual(priorities.toSorted((left, right) => right - left));
    expect([priorities[0], priorities.at(-1)]).toEqual([-1, -8]);
    expect(nextPriority('little')).toBe(-1);
    pass(10 * MINUTE_MS);
    expect(nextPriority('much')).toBe(-1);
  });
});
