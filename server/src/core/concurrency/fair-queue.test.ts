import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

describe('createFairQueue', () => {
  it('lets the owners take turns', () => {
    const queue = createFairQueue<string>(9);
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    queue.add('b', 'b1');
    queue.add('c', 'c1');
    expect(queue.size()).toBe(5);
    expect(Array.from({ length: 6 }, () => queue.take())).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', undefined]);
    expect(queue.size()).toBe(0);
  });

  it('gives no owner more than its share at once', () => {
    const queue = createFairQueue<string>(1);
    for (const item of ['a1', 'a2']) queue.add('a', item);
    queue.add('b', 'b1');
    expect([queue.take(), queue.take(), queue.take()]).toEqual(['a1', 'b1', undefined]);
    queue.done('b');
    expect(queue.take()).toBeUndefined();
    queue.done('a');
    expect(queue.take()).toBe('a2');
  });

  it('hands over what waits when it is drained', () => {
    const queue = createFairQueue<string>(1);
    for (const item of ['a1', 'a2']) queue.add('a', item);
    queue.add('b', 'b1');
    queue.take();
    expect(queue.drain().sort()).toEqual(['a2', 'b1']);
    expect(queue.size()).toBe(0);
  });
});
