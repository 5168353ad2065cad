import { expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { JobStore } from './job-store.ts';
import { jobSpecs } from './jobs.ts';
import type { JobHandlers } from './queue.ts';
import { createWorker } from './worker.ts';

it('says once a minute for all queues together what keeps jobs from being claimed or taken back', async () => {
  const lines: { readonly msg: string; readonly omitted: number }[] = [];
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line)) });
  let [now, fault] = [0, 'ECONNREFUSED'];
  const timers: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => undefined;
  };
  const gone = vi.fn(() => Promise.reject(Object.assign(new Error('gone'), { code: fault })));
  // The worker uses nothing else of it.
  const store = { claim: gone, reclaim: gone, close: async () => undefined } as unknown as JobStore;
  const worker = createWorker({ store, time: { now: () => now, monotonic: () => now, after }, log });
  // Never called, since no job is claimed.
  worker.attach({} as JobHandlers);
  await worker.start();
  const claimers = Object.values(jobSpecs).reduce((sum, { workers, groupLimit }) => sum + (groupLimit === undefined ? workers : 1), 0);
  const allWait = () => expect.poll(() => timers.length).toBe(claimers + 1);
  for (const at of [30_000, 60_000, 60_001]) {
    await allWait();
    now = at;
    if (at === 60_001) fault = '57P03';
    for (const run of timers.splice(0)) run();
  }
  await allWait();
  await worker.stop();
  const told = (sentence: string) => lines.filter(({ msg }) => msg === sentence).map(({ omitted }) => omitted);
  expect(told('jobs could not be claimed')).toEqual([0, 2 * claimers - 1, 0]);
  expect(told('jobs of dead workers were not taken back')).toEqual([0, 0]);
});
