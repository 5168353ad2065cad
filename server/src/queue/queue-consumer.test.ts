import { expect, it, vi } from 'vitest';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import { createLog } from '../log.ts';
import { createClaimWatch } from './claim-watch.ts';
import type { JobStore } from './job-store.ts';
import { createQueueConsumer } from './queue-consumer.ts';

it('says once a minute that no jobs can be claimed', async () => {
  const lines: { readonly queue: string; readonly omitted: number }[] = [];
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line)) });
  const ending = new AbortController();
  let now = 0;
  const timers: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => undefined;
  };
  const time = { now: () => now, monotonic: () => now, after };
  const claim = vi.fn(() => Promise.reject(new Error('gone')));
  // The consumer uses nothing else of it.
  const store = { claim } as unknown as JobStore;
  const onFailure = vi.fn();
  const logThrottle = createLogThrottle(time.monotonic);
  const claimWatch = createClaimWatch({ time, log, logThrottle });
  const deps = { store, time, log, logThrottle, claimWatch, onFailure, stopping: ending.signal, abandoned: ending.signal };
  const consumer = createQueueConsumer('fanout', async () => undefined, deps);
  consumer.run();
  for (const at of [1000, 2000, 59_999, 60_000, 61_000]) {
    await expect.poll(() => timers.length).toBe(1);
    now = at;
    for (const run of timers.splice(0)) run();
  }
  await expect.poll(() => timers.length).toBe(1);
  ending.abort();
  for (const run of timers.splice(0)) run();
  await consumer.settled();
  expect(claim).toHaveBeenCalledTimes(6);
  expect(onFailure.mock.calls).toEqual(Array.from({ length: 6 }, () => ['fanout', 'claim']));
  expect(lines.map(({ queue, omitted }) => [queue, omitted])).toEqual([
    ['fanout', 0],
    ['fanout', 3],
  ]);
});
