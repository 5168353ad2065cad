import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOwnerSemaphores } from './owner-semaphores.ts';

const tooLong = () => new Error('too long');

describe('createOwnerSemaphores', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function semaphoresOf(most: number) {
    const semaphores = createOwnerSemaphores({ most, waitMs: 5000, tooLong });
    const begun: string[] = [];
    const enter = (owner: string, name: string) => {
      const gate = Promise.withResolvers<void>();
      const ran = semaphores.run(owner, () => {
        begun.push(name);
        return gate.promise;
      });
      const failed = ran.then(
        () => undefined,
        (error: unknown) => error,
      );
      return { leave: gate.resolve, fail: () => gate.reject(new Error('failed')), failed };
    };
    return { semaphores, begun, enter, turn: () => vi.advanceTimersByTimeAsync(0) };
  }

  it('lets in as many of an owner as it may, and the others in their order', async () => {
    const { begun, enter, turn } = semaphoresOf(2);
    const [first] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter('a', name));
    await turn();
    expect(begun).toEqual(['a1', 'a2']);
    first?.leave();
    await turn();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('holds up nobody else', async () => {
    const { begun, enter, turn } = semaphoresOf(1);
    for (let count = 0; count < 100; count += 1) enter('a', 'a');
    enter('b', 'b');
    await turn();
    expect(begun).toEqual(['a', 'b']);
  });

  it('refuses what has waited for too long, which then never runs', async () => {
    const { begun, enter, turn } = semaphoresOf(1);
    const first = enter('a', 'a1');
    const second = enter('a', 'a2');
    await vi.advanceTimersByTimeAsync(4999);
    const third = enter('a', 'a3');
    await vi.advanceTimersByTimeAsync(1);
    expect(await second.failed).toEqual(tooLong());
    first.leave();
    await turn();
    expect(begun).toEqual(['a1', 'a3']);
    third.leave();
    expect(await third.failed).toBeUndefined();
  });

  it('makes an error for each that has waited for too long', async () => {
    const { enter } = semaphoresOf(1);
    const first = enter('a', 'a1');
    const [second, third] = [enter('a', 'a2'), enter('b', 'b1')];
    const fourth = enter('b', 'b2');
    await vi.advanceTimersByTimeAsync(5000);
    const errors = [await second.failed, await fourth.failed];
    expect(errors).toEqual([tooLong(), tooLong()]);
    expect(errors[0]).not.toBe(errors[1]);
    first.leave();
    third.leave();
  });

  it('releases the permit of work that failed', async () => {
    const { begun, enter, turn } = semaphoresOf(1);
    const first = enter('a', 'a1');
    enter('a', 'a2');
    await turn();
    first.fail();
    expect(await first.failed).toBeInstanceOf(Error);
    await turn();
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('lets work that has waited without its permit go on before what has not begun', async () => {
    const { semaphores, begun, enter, turn } = semaphoresOf(1);
    const event = Promise.withResolvers<void>();
    const waiting = semaphores.run('a', async ({ withoutPermit }) => {
      begun.push('a1');
      await withoutPermit(() => event.promise);
      begun.push('a1 again');
    });
    const second = enter('a', 'a2');
    enter('a', 'a3');
    await turn();
    expect(begun).toEqual(['a1', 'a2']);
    event.resolve();
    await turn();
    second.leave();
    await waiting;
    expect(begun.slice(0, 3)).toEqual(['a1', 'a2', 'a1 again']);
  });
});
