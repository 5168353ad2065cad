import { z } from 'zod';

/** A queue of jobs: what a job carries and how it is worked off. */
export interface JobSpec<P extends z.ZodType = z.ZodType> {
  readonly payload: P;
  /** Jobs claimed at once. */
  readonly batch: number;
  /** Batches under way at once in a process. */
  readonly workers: number;
  /** Starts after which a job that keeps failing is given up; a sweep over due rows brings its work back. */
  readonly maxAttempts: number;
  /** The recurring job that sweeps. */
  readonly sweep: 'scheduler' | 'fanout' | 'automations' | 'import' | 'webhooks';
  /**
   * Jobs of one group under way at once, over all processes. Each job of such a queue then goes by itself, so that a slow
   * group holds nothing but its own places, and `workers` counts jobs.
   */
  readonly groupLimit?: number;
}

const spec = <P extends z.ZodType>(value: JobSpec<P>) => value;

/** Ids, never contents: the rows carry the truth, so a job of a cancelled message finds nothing to do. */
const messageChunk = z.object({ message_ids: z.array(z.string()) });
const webhookChunk = z.object({ delivery_ids: z.array(z.string()) });

export const jobSpecs = {
  /** Worked off by delivery/deliver-emails.ts, as the two below are. */
  deliver: spec({ payload: messageChunk, batch: 8, workers: 2, maxAttempts: 5, sweep: 'scheduler' }),
  /** Mail of tenants that have had very many of late. */
  deliver_flood: spec({ payload: messageChunk, batch: 1, workers: 2, maxAttempts: 5, sweep: 'scheduler' }),
  /** Mail of broadcasts and automations. */
  deliver_bulk: spec({ payload: messageChunk, batch: 1, workers: 2, maxAttempts: 5, sweep: 'scheduler' }),
  /** Worked off by broadcasts/fan-out/run-fan-out.ts. */
  fanout: spec({ payload: z.object({ broadcast_id: z.string() }), batch: 1, workers: 1, maxAttempts: 5, sweep: 'fanout' }),
  /** Worked off by automations/run/run-due.ts. */
  automation: spec({ payload: z.object({ automation_id: z.string() }), batch: 10, workers: 2, maxAttempts: 5, sweep: 'automations' }),
  /** The first run of an import, worked off by contacts/import/run-imports.ts. */
  import: spec({ payload: z.object({ import_id: z.string() }), batch: 1, workers: 1, maxAttempts: 5, sweep: 'import' }),
  /** Worked off by webhooks/deliver/. */
  webhook: spec({ payload: webhookChunk, batch: 32, workers: 400, maxAttempts: 5, groupLimit: 2, sweep: 'webhooks' }),
};

/** The queues of mail. */
export const deliverQueues = ['deliver', 'deliver_flood', 'deliver_bulk'] as const;
export type DeliverQueue = (typeof deliverQueues)[number];

/** Most ids that one job carries. */
const CHUNK_SIZE = 50;

/** Cuts ids into the chunks that jobs carry. */
export function chunkIds(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK_SIZE) }, (_, index) => ids.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE));
}

export type JobName = keyof typeof jobSpecs;
export type Payload<N extends JobName> = z.infer<(typeof jobSpecs)[N]['payload']>;

export const jobNames = Object.keys(jobSpecs) as readonly JobName[];
