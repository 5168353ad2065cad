import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceDataRate } from './min-data-rate.ts';

const TOO_SLOW = new Error('too slow');
const PACE = { graceMs: 10_000, bytesPerSecond: 1000, tooSlow: () => TOO_SLOW };

/** A client that sends a piece when it is told to. */
function slowClient() {
  const pieces: PromiseWithResolvers<Uint8Array>[] = [];
  let sent = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = Promise.withResolvers<Uint8Array>();
      pieces.push(piece);
      yield await piece.promise;
    }
  }
  const send = async (bytes: number) => {
    pieces[sent]?.resolve(new Uint8Array(bytes));
    sent += 1;
    await nextTurn();
  };
  return { body, send };
}

describe('enforceDataRate', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function read() {
    const client = slowClient();
    const state: { received: number; error?: unknown } = { received: 0 };
    const done = (async () => {
      for await (const piece of enforceDataRate(client.body(), PACE)) state.received += piece.byteLength;
    })().catch((error: unknown) => {
      state.error = error;
    });
    return { ...client, state, done };
  }
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await nextTurn();
    await nextTurn();
  };

  it('ends a body that stalls once its grace is over', async () => {
    const { send, state, done } = read();
    await send(1);
    await pass(10_000);
    expect(state.error).toBeUndefined();
    await pass(2);
    await done;
    expect(state.error).toBe(TOO_SLOW);
  });

  it('ends a body that comes byte by byte', async () => {
    const { send, state, done } = read();
    for (let second = 0; second < 11; second += 1) {
      await send(1);
      await pass(1000);
    }
    await done;
    expect(state).toEqual({ received: 11, error: TOO_SLOW });
  });

  it('lets a body pass that keeps its pace, however long it takes', async () => {
    const { send, state } = read();
    for (let second = 0; second < 100; second += 1) {
      await send(1000);
      await pass(1000);
    }
    expect(state).toEqual({ received: 100_000 });
  });

  it('does not hold against a client what the reader takes for itself', async () => {
    const client = slowClient();
    const pieces = enforceDataRate(client.body(), PACE);
    const first = pieces.next();
    await client.send(1);
    await first;
    await pass(60_000);
    const second = pieces.next();
    await client.send(1);
    expect((await second).value).toHaveLength(1);
  });
});
