import { describe, expect, it } from 'vitest';
import { fairChunks } from './urgency.ts';

const MINUTE = 60_000;
const messages = (tenantId: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${tenantId}${place}`, tenantId }));

describe('fairChunks', () => {
  it('makes a tenant less urgent the more it has had', () => {
    const chunk = fairChunks();
    const priorities = Array.from({ length: 64 }, () => chunk(messages('a', 100), 0)[0]?.priority ?? 0);
    expect(priorities).toEqual(priorities.toSorted((left, right) => right - left));
    expect(priorities[0]).toBeLessThan(0);
    expect(priorities.at(-1)).toBe(0 - Math.floor(Math.log2(6400 / 8)));
    expect(chunk(messages('b', 1), 0)).toEqual([{ message_ids: ['b0'], priority: 0 }]);
  });

  it('forgets with time', () => {
    const chunk = fairChunks();
    chunk(messages('a', 6400), 0);
    expect(chunk(messages('a', 1), 0)[0]?.priority).toBe(-9);
    expect(chunk(messages('a', 1), 5 * MINUTE)[0]?.priority).toBe(-4);
    expect(chunk(messages('a', 1), 60 * MINUTE)[0]?.priority).toBe(0);
  });

  it('has tenants of one urgency share chunks, and leaves nobody out', () => {
    const chunk = fairChunks();
    const all = [...messages('a', 4), ...messages('b', 3), ...messages('c', 500)];
    const chunks = chunk(all, 0);
    expect(chunks.filter(({ priority }) => priority === 0)).toEqual([
      { message_ids: ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2'], priority: 0 },
    ]);
    expect(chunks.flatMap(({ message_ids }) => message_ids).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(Math.max(...chunks.map(({ message_ids }) => message_ids.length))).toBe(50);
  });

  it('has no urgency that time can turn back', () => {
    const chunk = fairChunks();
    chunk(messages('a', 1000), MINUTE);
    expect(chunk(messages('a', 1000), 0)[0]?.priority).toBe(-7);
  });
});
