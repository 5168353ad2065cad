import { describe, expect, it } from 'vitest';
import { createFairBytes } from './fair-bytes.ts';

const TOO_LONG = new Error('too long');
const A_DAY = 24 * 60 * 60 * 1000;

function bytesOf(most: number, waitMs = A_DAY) {
  const bytes = createFairBytes({ most, mostPerOwner: most / 2, waitMs, tooLong: () => TOO_LONG });
  const begun: string[] = [];
  const enter = async (name: string, size: number) => {
    const leave = await bytes.take(name.slice(0, 1), size);
    begun.push(name);
    return leave;
  };
  const turn = () => new Promise((next) => setImmediate(next));
  return { bytes, begun, enter, turn };
}

describe('createFairBytes', () => {
  it('lets one owner have half, and others the rest meanwhile', async () => {
    const { begun, enter, turn } = bytesOf(10);
    const leave = await enter('a1', 3);
    void Promise.all([enter('a2', 2), enter('a3', 1), enter('b1', 5)]);
    await turn();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    leave();
    await turn();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('lets what is larger than that in alone, in its turn, and the others take turns with it', async () => {
    const { begun, enter, turn } = bytesOf(10);
    const small = await enter('a', 1);
    const large = ['b1', 'b2', 'b3'].map((name) => enter(name, 50));
    const next = enter('c', 1);
    await turn();
    expect(begun).toEqual(['a']);
    small();
    (await large[0])?.();
    (await next)();
    (await large[1])?.();
    await large[2];
    expect(begun).toEqual(['a', 'b1', 'c', 'b2', 'b3']);
  });

  it('refuses what has waited too long, and lets those behind it go on', async () => {
    const { bytes, enter } = bytesOf(10, 20);
    const leave = await enter('a', 5);
    await expect(bytes.take('b', 10)).rejects.toBe(TOO_LONG);
    await enter('b', 5);
    await expect(bytes.take('a', 5)).rejects.toBe(TOO_LONG);
    leave();
    leave();
    await enter('a', 5);
    await expect(bytes.take('c', 1)).rejects.toBe(TOO_LONG);
  });
});
