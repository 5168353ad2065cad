import { afterEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../errors/unavailable.ts';
import type { CommitTry } from './commit-items.ts';
import { createGroupCommit } from './group-commit.ts';

function recorder(fail: (items: readonly number[]) => boolean = () => false) {
  const groups: number[][] = [];
  let release: () => void = () => undefined;
  const commit = async (items: readonly number[]) => {
    groups.push([...items]);
    await new Promise<void>((resolve) => {
      release = resolve;
      setImmediate(resolve);
    });
    if (fail(items)) throw new Error('no');
    return items.map((item) => item * 10);
  };
  return { groups, commit, release: () => release() };
}

describe('createGroupCommit', () => {
  it('answers each item with its own result', async () => {
    const { commit } = recorder();
    const group = createGroupCommit({ inFlight: 1, most: 10, commit });
    expect(await Promise.all([1, 2, 3].map((item) => group.add(item)))).toEqual([10, 20, 30]);
  });

  it('lets items that arrive during a commit share the next one', async () => {
    const { commit, groups } = recorder();
    const group = createGroupCommit({ inFlight: 1, most: 10, commit });
    const first = group.add(1);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, group.add(2), group.add(3)]);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('never puts more into a group than it may hold', async () => {
    const { commit, groups } = recorder();
    const group = createGroupCommit({ inFlight: 1, most: 2, commit });
    await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
    expect(groups).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('never lets items weigh more together than a group may, but for one by itself, and lets light ones pass heavy ones', async () => {
    const { commit, groups } = recorder();
    const group = createGroupCommit({ inFlight: 1, most: 10, weightOf: (item: number) => item, commit });
    await Promise.all([6, 5, 3, 1, 25, 2, 4].map((item) => group.add(item)));
    expect(groups).toEqual([[6, 3, 1], [5, 2], [25], [4]]);
  });

  it('fails only the item at fault', async () => {
    const { commit } = recorder((items) => items.includes(2));
    const group = createGroupCommit({ inFlight: 1, most: 10, commit });
    const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('tries one of them again, and then fails them all, when no item is at fault', async () => {
    const groups: number[][] = [];
    const commit = async (items: readonly number[]): Promise<number[]> => {
      groups.push([...items]);
      throw new Unavailable(new Error('gone'));
    };
    const group = createGroupCommit({ inFlight: 1, most: 10, commit });
    const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(groups).toEqual([[1, 2, 3], [1]]);
  });

  it('keeps at most the given number of commits under way', async () => {
    let running = 0;
    let most = 0;
    const commit = async (items: readonly number[]) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return items;
    };
    const group = createGroupCommit({ inFlight: 2, most: 1, commit });
    await Promise.all(Array.from({ length: 20 }, (_, item) => group.add(item)));
    expect(most).toBe(2);
  });

  it('commits lanes beside each other, but for items of one key', async () => {
    const under: number[][] = [];
    const ends: (() => void)[] = [];
    const commit = async (items: readonly number[]) => {
      under.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    };
    const [keyOf, laneOf] = [(item: number) => String(item % 10), (item: number) => (item < 10 ? 'light' : 'heavy')];
    const group = createGroupCommit({ inFlight: 1, most: 10, keyOf, laneOf, commit });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const first = [11, 2].map((item) => group.add(item));
    await turn();
    expect(under).toEqual([[11], [2]]);
    const second = [1, 12, 3, 13].map((item) => group.add(item));
    ends[1]?.();
    await first[1];
    await turn();
    expect(under.slice(2)).toEqual([[3]]);
    ends[0]?.();
    await first[0];
    await turn();
    expect(under.slice(3)).toEqual([[12]]);
    ends[2]?.();
    await turn();
    expect(under.slice(4)).toEqual([[1]]);
    ends[3]?.();
    await turn();
    expect(under.slice(5)).toEqual([[13]]);
    for (const end of ends) end();
    expect(await Promise.all([...first, ...second])).toEqual([11, 2, 1, 12, 3, 13]);
  });

  describe('with a commit left', () => {
    /** Groups that go as far as their commit, and end when they are told to. */
    function ending(keyOf?: (item: number) => string) {
      const groups: number[][] = [];
      const ends: (() => void)[] = [];
      const commit = async (items: readonly number[], { releaseNext }: CommitTry) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const number = groups.push([...items]);
        ends[number] = resolve;
        await new Promise((next) => setImmediate(next));
        releaseNext();
        await promise;
        return items;
      };
      const group = createGroupCommit({ inFlight: 1, most: 4, commit, ...(keyOf === undefined ? {} : { keyOf }) });
      const add = (...items: number[]) => Promise.all(items.map((item) => group.add(item)));
      const turns = async () => {
        for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setImmediate(next));
      };
      return { groups, end: (number: number) => ends[number]?.(), add, turns };
    }

    it('lets the next group set out where about as many wait', async () => {
      const { groups, add, turns, end } = ending();
      const first = add(1, 2, 3, 4, 5, 6, 7);
      await turns();
      expect(groups).toEqual([
        [1, 2, 3, 4],
        [5, 6, 7],
      ]);
      end(2);
      end(1);
      expect(await first).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });

    it('waits for its end where fewer do', async () => {
      const { groups, add, turns, end } = ending();
      const all = add(1, 2, 3, 4, 5, 6);
      await turns();
      expect(groups).toEqual([[1, 2, 3, 4]]);
      end(1);
      await turns();
      expect(groups).toEqual([
        [1, 2, 3, 4],
        [5, 6],
      ]);
      end(2);
      await all;
    });

    it('counts nobody as company who cannot go yet', async () => {
      const { groups, add, turns, end } = ending((item) => String(item % 10));
      const all = add(1, 11, 21, 31, 41, 51, 61, 2);
      await turns();
      expect(groups).toEqual([[1, 11, 21, 31]]);
      end(1);
      await turns();
      expect(groups).toEqual([
        [1, 11, 21, 31],
        [41, 51, 61, 2],
      ]);
      end(2);
      await all;
    });

    it('has no more than two groups beside the one that sets out', async () => {
      const { groups, add, turns, end } = ending();
      const all = add(...Array.from({ length: 16 }, (_, item) => item));
      await turns();
      expect(groups).toHaveLength(3);
      end(3);
      await turns();
      expect(groups).toHaveLength(4);
      for (const number of [1, 2, 4]) end(number);
      await all;
    });

    it('never has items of one key in two groups', async () => {
      const { groups, add, turns, end } = ending((item) => String(item % 10));
      const all = add(1, 2, 3, 4, 11, 12, 5, 6, 7);
      await turns();
      expect(groups).toEqual([
        [1, 2, 3, 4],
        [5, 6, 7],
      ]);
      end(2);
      await turns();
      expect(groups).toHaveLength(2);
      end(1);
      await turns();
      expect(groups[2]).toEqual([11, 12]);
      end(3);
      await all;
    });
  });

  describe('with items that may wait', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    function waiting() {
      vi.useFakeTimers();
      const groups: number[][] = [];
      const commit = async (items: readonly number[]) => {
        groups.push([...items]);
        return items.map(() => undefined);
      };
      const group = createGroupCommit({ inFlight: 1, most: 10, lingerMs: 5, commit });
      return { groups, add: (item: number) => void group.add(item) };
    }

    it('has those that come in time share a group', async () => {
      const { groups, add } = waiting();
      add(2);
      await vi.advanceTimersByTimeAsync(3);
      add(4);
      expect(groups).toEqual([]);
      await vi.advanceTimersByTimeAsync(2);
      expect(groups).toEqual([[2, 4]]);
      add(6);
      await vi.advanceTimersByTimeAsync(4);
      expect(groups).toEqual([[2, 4]]);
      await vi.advanceTimersByTimeAsync(1);
      expect(groups).toEqual([[2, 4], [6]]);
    });
  });
});
