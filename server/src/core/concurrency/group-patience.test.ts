import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

describe('the patience of a group commit', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function held() {
    vi.useFakeTimers();
    const groups: number[][] = [];
    const ends: (() => void)[] = [];
    const commit = (items: readonly number[]) => {
      groups.push([...items]);
      return new Promise<readonly string[]>((resolve) => ends.push(() => resolve(items.map((item) => `committed ${item}`))));
    };
    const patience = { ms: 10_000, result: 'late' };
    const group = createGroupCommit<number, string>({ inFlight: 1, most: 1, keyOf: (item) => String(item % 10), patience, commit });
    const results: string[] = [];
    const add = async (item: number) => {
      results.push(`${item}: ${await group.add(item)}`);
    };
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    return { groups, results, add, pass, end: () => ends.shift()?.() };
  }

  it('lets an item go whose key a group has kept for too long, and commits it no more', async () => {
    const { groups, results, add, pass, end } = held();
    const first = add(1);
    await pass(4000);
    const second = add(11);
    await pass(9999);
    expect(results).toEqual([]);
    await pass(1);
    expect(results).toEqual(['11: late']);
    end();
    await pass(0);
    const third = add(21);
    await pass(0);
    end();
    await Promise.all([first, second, third]);
    expect(results).toEqual(['11: late', '1: committed 1', '21: committed 21']);
    expect(groups).toEqual([[1], [21]]);
  });

  it('counts anew with each group before an item', async () => {
    const { groups, results, add, pass, end } = held();
    const all = [1, 11, 21].map(add);
    await pass(6000);
    end();
    await pass(9999);
    expect([groups, results]).toEqual([[[1], [11]], ['1: committed 1']]);
    end();
    await pass(20_000);
    end();
    await Promise.all(all);
    expect(results).toEqual(['1: committed 1', '11: committed 11', '21: committed 21']);
  });
});
