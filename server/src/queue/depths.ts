import { type JobName, jobNames } from './jobs.ts';
import type { QueueDepth } from './queue.ts';

export interface DepthRow extends QueueDepth {
  readonly queue: string;
}

const EMPTY: QueueDepth = { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null };

/** Returns one entry per queue, including queues without jobs. */
export function toDepths(rows: readonly DepthRow[]): Record<JobName, QueueDepth> {
  const entries = jobNames.map((name) => {
    const { waiting, active, failed, oldestWaitingMs } = rows.find(({ queue }) => queue === name) ?? EMPTY;
    return [name, { waiting, active, failed, oldestWaitingMs }] as const;
  });
  // Safe because there is an entry for each of the names.
  return Object.fromEntries(entries) as Record<JobName, QueueDepth>;
}
