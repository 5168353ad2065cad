import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../core/errors/unavailable.ts';
import { type AnswerWatch, createAnswerWatch } from './answer-watch.ts';

const LIMIT_MS = 1000;

/** A peer that answers only when told to; counts the requests. */
function createPeer(watch: AnswerWatch) {
  const waiting: ((answer: string) => void)[] = [];
  const ask = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    waiting.push(resolve);
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };
  return {
    asked: () => waiting.length,
    answer: () => waiting.at(-1)?.('here'),
    /** Sends requests at once; returns how each ended. */
    ask: async (count: number) => Promise.allSettled(Array.from({ length: count }, () => watch(LIMIT_MS, ask))),
  };
}

describe('who answers nothing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const statuses = (results: readonly PromiseSettledResult<unknown>[]) => results.map(({ status }) => status);

  it('is asked by all until it is known, then for one thing at a time, and by all once it has answered', async () => {
    const peer = createPeer(createAnswerWatch());
    const first = peer.ask(3);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect([peer.asked(), statuses(await first)]).toEqual([3, ['rejected', 'rejected', 'rejected']]);
    const silent = peer.ask(3);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect([peer.asked(), statuses(await silent)]).toEqual([4, ['rejected', 'rejected', 'rejected']]);
    const back = peer.ask(3);
    peer.answer();
    expect([peer.asked(), statuses(await back)]).toEqual([5, ['fulfilled', 'rejected', 'rejected']]);
    const all = peer.ask(3);
    expect(peer.asked()).toBe(8);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await all;
  });

  it('is not who refuses at once: the next are asked as ever', async () => {
    const watch = createAnswerWatch();
    let asked = 0;
    const refuse = async () => {
      asked += 1;
      throw new Error('refused');
    };
    for (let turn = 0; turn < 2; turn += 1) {
      const all = await Promise.allSettled(Array.from({ length: 3 }, () => watch(LIMIT_MS, refuse)));
      expect(statuses(all)).toEqual(['rejected', 'rejected', 'rejected']);
    }
    expect(asked).toBe(6);
  });

  it('is who cannot be connected to in time', async () => {
    const watch = createAnswerWatch();
    let asked = 0;
    const fail = async () => {
      asked += 1;
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('slow'), { code: 'UND_ERR_CONNECT_TIMEOUT' }) });
    };
    await expect(watch(LIMIT_MS, fail)).rejects.toThrow(Unavailable);
    await Promise.allSettled([watch(LIMIT_MS, fail), watch(LIMIT_MS, fail)]);
    expect(asked).toBe(2);
  });
});
