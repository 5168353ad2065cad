import { chunkIds } from '../queue/jobs.ts';
import type { NewJob } from '../queue/queue.ts';

/** Jobs for mail of a broadcast: the more it has had before, the less urgent the next, so that whoever was served least goes first. */
export const bulkJobs = (ids: readonly string[], before: number): NewJob[] =>
  chunkIds(ids).map((message_ids, place) => ({ queue: 'deliver_bulk', payload: { message_ids }, priority: 0 - before - place }));
