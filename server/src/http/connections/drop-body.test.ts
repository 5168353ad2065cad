import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { dropBodyOnceAnswered } from './drop-body.ts';
import type { DropLimits } from './linger.ts';

const LIMITS: DropLimits = { mostMs: 30_000, idleMs: 5000, mostBytes: 1000 };

describe('what is left of a body whose request is answered', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function answered(limits = LIMITS) {
    let now = 0;
    vi.spyOn(systemClock, 'monotonic').mockImplementation(() => now);
    const ended = vi.fn();
    const body = new PassThrough();
    const request = Object.assign(body, { headers: { 'content-length': '1' }, socket: { writable: true, destroySoon: ended } });
    const response = new PassThrough();
    // Safe because it is a stream with a socket, and nothing else of it is used.
    dropBodyOnceAnswered(request as never, response as unknown as ServerResponse, limits);
    response.resume().end();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const pass = async (ms: number) => {
      now += ms;
      await vi.advanceTimersByTimeAsync(ms);
    };
    const come = async (bytes: number) => {
      body.write(Buffer.alloc(bytes));
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { body, ended, pass, come };
  }

  it('is read while it comes, to its end', async () => {
    const { body, ended, pass, come } = await answered();
    for (let second = 0; second < 20; second += 1) {
      await come(10);
      await pass(1000);
    }
    body.end();
    await new Promise((resolve) => setImmediate(resolve));
    await pass(60_000);
    expect([ended.mock.calls.length, body.readableEnded, body.listenerCount('data')]).toEqual([0, true, 0]);
  });

  it.each<[string, (given: Awaited<ReturnType<typeof answered>>) => Promise<void>]>([
    ['nothing has come for long', ({ pass }) => pass(5000)],
    ['it is more than it may be', ({ come }) => come(1001)],
    [
      'it has come for long',
      async ({ come, pass }) => {
        for (let second = 0; second <= 30; second += 1) {
          await come(1);
          await pass(1000);
        }
      },
    ],
  ])('is given up with its connection once %s', async (_what, happen) => {
    const given = await answered();
    expect(given.ended).not.toHaveBeenCalled();
    await happen(given);
    expect(given.ended).toHaveBeenCalledTimes(1);
  });
});
