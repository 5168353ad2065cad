import { describe, expect, it } from 'vitest';
import { createOwnerGroups } from './owner-groups.ts';

describe('createOwnerGroups', () => {
  it('does what an owner asks for meanwhile in one go, and not more than it may', async () => {
    const done: (readonly number[])[] = [];
    const groups = createOwnerGroups<number, number>({
      most: 2,
      perform: async (items) => {
        done.push(items);
        return items.map((item) => 2 * item);
      },
    });
    expect(await Promise.all([1, 2, 3, 4, 5].map((item) => groups.add('a', item)))).toEqual([2, 4, 6, 8, 10]);
    expect(done).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('has no owner wait for another', async () => {
    const first = Promise.withResolvers<readonly number[]>();
    const groups = createOwnerGroups<number, number>({
      most: 2,
      perform: (items, owner) => (owner === 'a' ? first.promise : Promise.resolve(items)),
    });
    const held = groups.add('a', 1);
    expect(await groups.add('b', 2)).toBe(2);
    first.resolve([3]);
    expect(await held).toBe(3);
  });

  it('does each by itself where they fail together', async () => {
    const groups = createOwnerGroups<number, number>({
      most: 10,
      perform: async (items) => {
        if (items.includes(2)) throw new Error(`failed with ${items.length}`);
        return items;
      },
    });
    const asked = [1, 2, 3].map((item) => groups.add('a', item));
    await expect(asked[1]).rejects.toThrow('failed with 1');
    expect([await asked[0], await asked[2]]).toEqual([1, 3]);
  });
});
