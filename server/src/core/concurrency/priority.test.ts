import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPriority } from './priority.ts';

const HEAD_START_MS = 50;
const GAP_MS = 5;

/** Counts turns of the event loop until it is told to end. */
function countTurns() {
  let [turns, isEnded] = [0, false];
  const count = () => {
    turns += 1;
    if (!isEnded) setImmediate(count);
  };
  setImmediate(count);
  return {
    turns: () => turns,
    end: () => {
      isEnded = true;
    },
  };
}

function holdTurn(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('what can wait', () => {
  /** Lets three pieces begin that take so long, and returns in which turn each did. */
  async function beginAll({ awaitBackgroundTurn: turn }: ReturnType<typeof createPriority>, pieceMs: number) {
    const { turns, end } = countTurns();
    const begun: [string, number][] = [];
    const begin = async (name: string) => {
      await turn();
      begun.push([name, turns()]);
      holdTurn(pieceMs);
    };
    await Promise.all(['a', 'b', 'c'].map(begin));
    end();
    return { names: begun.map(([name]) => name), turns: begun.map(([, at]) => at) };
  }

  it('begins in order, and in a later turn of the loop once pieces have held one for 2 ms', async () => {
    const { names, turns } = await beginAll(createPriority(), 3);
    expect(names).toEqual(['a', 'b', 'c']);
    expect(new Set(turns).size).toBe(3);
  });

  it('begins one piece in each turn beside what goes first', async () => {
    const order = createPriority();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = order.runForeground(() => promise);
    const { names, turns } = await beginAll(order, 0);
    resolve();
    await first;
    expect(names).toEqual(['a', 'b', 'c']);
    expect(new Set(turns).size).toBe(3);
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
  function pieces({ awaitBackgroundTurn: turn }: ReturnType<typeof createPriority>) {
    const begun: string[] = [];
    return { begun, add: (...names: string[]) => names.forEach((name) => void turn().then(() => begun.push(name))) };
  }

  /** Work that goes first, until it is told to end. */
  function urgent({ runForeground: first }: ReturnType<typeof createPriority>): () => void {
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
    const waited = Promise.all([order.yieldToForeground(), order.yieldToForeground()]).then(() => begun.push('both'));
    end();
    await vi.advanceTimersByTimeAsync(GAP_MS);
    await waited;
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['both', 'a']);
  });

  it('goes on after work that fails', async () => {
    const order = createPriority();
    const { begun, add } = pieces(order);
    await expect(order.runForeground(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    add('a');
    await vi.advanceTimersByTimeAsync(GAP_MS + 1);
    expect(begun).toEqual(['a']);
  });
});
