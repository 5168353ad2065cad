import { expect, it } from 'vitest';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import { createLog } from '../log.ts';
import type { JobStore } from './job-store.ts';
import { keepLease } from './lease.ts';

it('says once a minute that leases are not renewed, however many there are', async () => {
  const lines: { readonly queue: string; readonly omitted: number }[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  let now = 0;
  const timers: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => undefined;
  };
  const time = { now: () => now, monotonic: () => now, after };
  // A lease uses nothing else of it.
  const store = { extend: () => Promise.reject(new Error('the disk is full')) } as unknown as JobStore;
  const shared = { store, time, log, logThrottle: createLogThrottle(time.monotonic), name: 'deliver', since: 0 } as const;
  const abandoned = new AbortController().signal;
  const leases = ['a', 'b', 'c'].map((id) => keepLease({ ...shared, claims: [{ id, attempt: 1 }], abandoned }));
  for (const at of [10_000, 11_000, 71_000]) {
    await expect.poll(() => timers.length).toBe(leases.length);
    now = at;
    for (const run of timers.splice(0)) run();
  }
  await expect.poll(() => timers.length).toBe(leases.length);
  for (const lease of leases) lease.end();
  expect(lines.map(({ queue, omitted }) => [queue, omitted])).toEqual([
    ['deliver', 0],
    ['deliver', 5],
  ]);
});
