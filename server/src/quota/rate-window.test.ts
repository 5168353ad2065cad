import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../tests/support/random/seeded-random.ts';
import { admitToWindow, type Hits, peekWindow } from './rate-window.ts';

const run = (times: readonly number[], limit: number) => {
  let hits: Hits = [];
  return times.map((now) => {
    const decision = admitToWindow(hits, limit, now);
    hits = decision.state.hits;
    return decision;
  });
};

describe('admitToWindow', () => {
  it('admits up to the limit in a minute, and again as the oldest leave', () => {
    const decisions = run([0, 10, 20, 59_999, 60_000, 60_009, 60_010], 3);
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, false, true, false, true]);
  });

  it('tells what is left and when the oldest leaves, rounded up', () => {
    const [first, second, third] = run([1000, 1500, 2000], 2);
    expect(first?.state).toMatchObject({ limit: 2, remaining: 1, resetSeconds: 60 });
    expect(second?.state).toMatchObject({ limit: 2, remaining: 0, resetSeconds: 60 });
    expect(third?.state).toMatchObject({ limit: 2, remaining: 0, resetSeconds: 59 });
  });

  it('does not let refused requests prolong the wait', () => {
    const decisions = run([0, ...Array.from({ length: 50 }, (_, n) => 1000 * n), 60_000], 1);
    expect(decisions.at(-1)?.admitted).toBe(true);
  });

  it('refuses everything at a limit of 0', () => {
    expect(run([0, 100_000], 0).map(({ admitted }) => admitted)).toEqual([false, false]);
    expect(peekWindow([], 0, 5)).toEqual({ limit: 0, remaining: 0, resetSeconds: 0, hits: [] });
  });

  it('is not fooled by a clock that is behind', () => {
    expect(run([100_000, 100_000, 40_000], 2).map(({ admitted }) => admitted)).toEqual([true, true, false]);
  });

  it('counts again from the start once the clock is set back', () => {
    const times = [7_200_000, 7_200_001, 3_600_000, 3_600_001, 3_600_002, 3_660_000];
    expect(run(times, 2).map(({ admitted }) => admitted)).toEqual([true, true, true, true, false, true]);
    expect(peekWindow([[7_200_000, 2]], 2, 3_600_000)).toEqual({ limit: 2, remaining: 2, resetSeconds: 0, hits: [] });
  });

  it('keeps the window small at high limits, and never admits more than the limit', () => {
    const times = Array.from({ length: 5000 }, (_, n) => n * 10);
    const decisions = run(times, 3000);
    expect(decisions.at(-1)?.state.hits.length).toBeLessThanOrEqual(600);
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(3000);
  });

  it('agrees with a plain count over random arrivals', () => {
    const random = createSeededRandom('rate');
    for (let round = 0; round < 200; round += 1) {
      const limit = 1 + ((random.bytes(1)[0] ?? 0) % 20);
      let now = 0;
      const times = Array.from({ length: 100 }, () => {
        now += random.bytes(2).readUInt16BE() % 8000;
        return now;
      });
      const admitted: number[] = [];
      const expected = times.map((time) => {
        const free = admitted.filter((at) => at > time - 60_000).length < limit;
        if (free) admitted.push(time);
        return free;
      });
      expect(run(times, limit).map((decision) => decision.admitted)).toEqual(expected);
    }
  });
});
