import { describe, expect, it } from 'vitest';
import { createByteSemaphore } from './byte-semaphore.ts';

function semaphoreOf(most: number) {
  const semaphore = createByteSemaphore(most);
  const begun: string[] = [];
  const enter = (name: string, bytes: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ran = semaphore.run(bytes, () => {
      begun.push(name);
      return promise;
    });
    const settled = async () => {
      await ran.catch(() => undefined);
      await new Promise((next) => setImmediate(next));
    };
    return {
      leave: () => {
        resolve();
        return settled();
      },
      fail: () => {
        reject(new Error('failed'));
        return settled();
      },
    };
  };
  const turn = () => new Promise((next) => setImmediate(next));
  return { begun, enter, turn };
}

describe('createByteSemaphore', () => {
  it('lets in what fits, and the next in order as others leave', async () => {
    const { begun, enter, turn } = semaphoreOf(10);
    const a = enter('a', 6);
    enter('b', 4);
    enter('c', 5);
    enter('d', 1);
    await turn();
    expect(begun).toEqual(['a', 'b']);
    await a.leave();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets what is larger than the bound in alone', async () => {
    const { begun, enter, turn } = semaphoreOf(10);
    const small = enter('small', 1);
    const large = enter('large', 50);
    enter('next', 1);
    await turn();
    expect(begun).toEqual(['small']);
    await small.leave();
    expect(begun).toEqual(['small', 'large']);
    await large.leave();
    expect(begun).toEqual(['small', 'large', 'next']);
  });

  it('gives the bytes of work that failed back', async () => {
    const { begun, enter, turn } = semaphoreOf(10);
    const a = enter('a', 10);
    enter('b', 10);
    await turn();
    await a.fail();
    expect(begun).toEqual(['a', 'b']);
  });
});
