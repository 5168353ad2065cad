import { setImmediate } from 'node:timers/promises';
import type { ClaimedJob } from '../../../server/src/queue/queue.ts';
import { gate, type Work } from './fixture.ts';

export const labelled = (count: number) => Array.from({ length: count }, (_, index) => `job ${index}`);

/** Creates a worker that records what it gets. */
export function recorder() {
  const batches: string[][] = [];
  const work: Work = async (labels) => {
    batches.push([...labels]);
  };
  return { batches, work };
}

/** Creates a worker that takes a batch and holds it until the gate opens. */
export function holder() {
  const started = gate();
  const opened = gate();
  const jobs: ClaimedJob[] = [];
  const work: Work = async (_, batch) => {
    jobs.push(...batch.jobs);
    started.resolve();
    await opened.promise;
  };
  return { started, opened, jobs, work };
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}
