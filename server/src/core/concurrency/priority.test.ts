import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPriority } from './priority.ts';

const HEAD_START_MS = 50;
const GAP_MS = 5;

describe('what can wait', () => {
  it('begins one piece in each turn of the loop, in order', async () => {
    const { turn } = createPriority();
    let turns = 0;
    const count = () => {
      turns += 1;
      if (turns < 10) setImmediate(count);
    };
    setImmediate(count);
    const begun: [string, number][] = [];
    await Promise.all(['a', 'b', 'c'].map((name) => turn().then(() => begun.push([name, turns]))));
    const [first = 0] = begun.map(([, at]) => at);
    expect(begun).toEqual([
      ['a', first],
      ['b', first + 1],
      ['c', first + 2],
    ]);
  });
});

describe('what goes first', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Pieces of work that can wait, and those of them that have begun. */
  function pieces({ turn }: ReturnType<typeof createPriority>) {
    const begun: string[] = [];
    return { begun, add: (...names: string[]) => names.forEach((name) => void turn().then(() => begun.push(name))) };
  }

  /** Work that goes first, until it is told to end. */
  function urgent({ first }: ReturnType<typeof createPriority>): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    void first(() => promise);
    return resolve;
  }

  it('lets nothing begin beside what goes first, and all of it after', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    const [end, endOther] = [urgent(order), urgent(order)];
    add('a', 'b');
    await vi.advanceTimersByTimeAsync(HEAD_START_MS / 2);
    end();
    await vi.advanceTimersByTimeAsync(HEAD_START_MS / 4);
    expect(begun).toEqual([]);
    endOther();
    await vi.advanceTimersByTimeAsync(HEAD_START_MS / 4 - 1);
    expect(begun).toEqual(['a', 'b']);
  });

  it('gives a head start and no more, however long the rest takes', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    const end = urgent(order);
    add('a');
    await vi.advanceTimersByTimeAsync(HEAD_START_MS - 1);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(begun).toEqual(['a']);
    urgent(order);
    add('b');
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a', 'b']);
    end();
  });

  it('gives it anew once there was nothing for a while', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    urgent(order)();
    await vi.advanceTimersByTimeAsync(HEAD_START_MS * 10);
    urgent(order);
    add('a');
    await vi.advanceTimersByTimeAsync(HEAD_START_MS - 1);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(begun).toEqual(['a']);
  });

  it('lets nothing in between two stretches of work on one mail', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    const endFirst = urgent(order);
    add('a');
    endFirst();
    await vi.advanceTimersByTimeAsync(GAP_MS - 1);
    const endSecond = urgent(order);
    await vi.advanceTimersByTimeAsync(2 * GAP_MS);
    expect(begun).toEqual([]);
    endSecond();
    await vi.advanceTimersByTimeAsync(GAP_MS + 1);
    expect(begun).toEqual(['a']);
  });

  it('lets work that has begun wait without a turn of its own', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    const end = urgent(order);
    add('a');
    const waited = Promise.all([order.wait(), order.wait()]).then(() => begun.push('both'));
    end();
    await vi.advanceTimersByTimeAsync(GAP_MS);
    expect(begun).toEqual(['both']);
    await waited;
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['both', 'a']);
  });

  it('goes on after work that fails', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    await expect(order.first(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    add('a');
    await vi.advanceTimersByTimeAsync(GAP_MS + 1);
    expect(begun).toEqual(['a']);
  });
});
