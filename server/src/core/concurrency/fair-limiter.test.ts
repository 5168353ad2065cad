import { describe, expect, it } from 'vitest';
import { createFairLimiter } from './fair-limiter.ts';

const TOO_MANY = new Error('too many');
const lineOf = (given: object = {}) => createFairLimiter({ atOnce: 1, mostPerOwner: 1, mostWaiting: 3, tooMany: () => TOO_MANY, ...given });

describe('createFairLimiter', () => {
  it('lets owners take turns, however many of one wait', async () => {
    const line = lineOf();
    const order: string[] = [];
    const enter = async (owner: string) => {
      const leave = await line.enter(owner);
      order.push(owner);
      leave();
    };
    const leave = await line.enter('a');
    const all = [enter('a'), enter('a'), enter('b'), enter('c'), enter('a')];
    leave();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('gives one owner no more than its share of the places', async () => {
    const line = lineOf({ atOnce: 3, mostPerOwner: 2 });
    const entered: string[] = [];
    const enter = (owner: string) => line.enter(owner).then(() => entered.push(owner));
    void Promise.all([enter('a'), enter('a'), enter('a')]);
    await enter('b');
    expect(entered).toEqual(['a', 'a', 'b']);
  });

  it('refuses those of an owner who has enough waiting, and nobody else', async () => {
    const line = lineOf();
    await line.enter('a');
    void Promise.all([line.enter('a'), line.enter('a'), line.enter('a')]);
    await expect(line.enter('a')).rejects.toBe(TOO_MANY);
    void line.enter('b');
  });

  it('passes over those that were given up', async () => {
    const line = lineOf();
    const leave = await line.enter('a');
    const gone = new AbortController();
    let hasEntered = false;
    void line.enter('b', gone.signal).then(() => {
      hasEntered = true;
    });
    const next = line.enter('c');
    gone.abort();
    leave();
    await next;
    expect(hasEntered).toBe(false);
  });
});
