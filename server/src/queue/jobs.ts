import { z } from 'zod';
import { chunk } from '../core/chunk.ts';
import { notification } from '../core/hooks.ts';

/** A queue: what its jobs carry and how they are processed. */
export interface JobSpec<P extends z.ZodType = z.ZodType> {
  readonly payload: P;
  /** Jobs claimed in one batch. */
  readonly batch: number;
  /** Concurrent batches per process. */
  readonly workers: number;
  /** Attempts after which a failing job is given up; a sweep over due rows recovers its work. */
  readonly maxAttempts: number;
  /** The recurring job that sweeps due rows. */
  readonly sweep: 'scheduler' | 'fanout' | 'automations' | 'import' | 'webhooks';
  /**
   * Concurrent jobs of one group over all processes. Each job of such a queue is handled on its own, so that a slow group occupies only its
   * own slots, and `workers` counts jobs.
   */
  readonly groupLimit?: number;
  /** Jobs of a negative priority that a process has under way before it claims no more of them. */
  readonly lateLimit?: number;
}

const spec = <P extends z.ZodType>(value: JobSpec<P>) => value;

/** Ids, never contents: the rows are authoritative, so a job of a cancelled message finds nothing to do. */
const messageChunk = z.object({ message_ids: z.array(z.string()) });
/** `late`: it was made to come after others, since its endpoint was failing or slow. */
const webhookChunk = z.object({ delivery_ids: z.array(z.string()), late: z.boolean().optional() });

export const jobSpecs = {
  /** Handled by delivery/deliver-emails.ts, like the next two. */
  deliver: spec({ payload: messageChunk, batch: 8, workers: 2, maxAttempts: 5, sweep: 'scheduler' }),
  /** Mail of tenants that have sent very much recently, or much at once. */
  deliver_flood: spec({ payload: messageChunk, batch: 1, workers: 2, maxAttempts: 5, sweep: 'scheduler' }),
  /** Mail of broadcasts and automations. */
  deliver_bulk: spec({ payload: messageChunk, batch: 1, workers: 2, maxAttempts: 5, sweep: 'scheduler' }),
  /** Handled by broadcasts/fan-out/run-fan-out.ts. */
  fanout: spec({ payload: z.object({ broadcast_id: z.string() }), batch: 1, workers: 1, maxAttempts: 5, sweep: 'fanout' }),
  /** Handled by automations/run/run-due.ts. */
  automation: spec({ payload: z.object({ automation_id: z.string() }), batch: 10, workers: 2, maxAttempts: 5, sweep: 'automations' }),
  /** The first run of an import, handled by contacts/import/run-imports.ts. */
  import: spec({ payload: z.object({ import_id: z.string() }), batch: 1, workers: 1, maxAttempts: 5, sweep: 'import' }),
  /** Handled by webhooks/deliver/. */
  webhook: spec({ payload: webhookChunk, batch: 32, workers: 400, maxAttempts: 5, groupLimit: 2, lateLimit: 300, sweep: 'webhooks' }),
};

/** The queues of mail. */
export const deliverQueues = ['deliver', 'deliver_flood', 'deliver_bulk'] as const;
export type DeliverQueue = (typeof deliverQueues)[number];

/** Maximum number of ids in one job. */
const CHUNK_SIZE = 50;

/** Splits ids into the chunks that jobs carry. */
export const chunkIds = (ids: readonly string[]): string[][] => chunk(ids, CHUNK_SIZE);

export type JobName = keyof typeof jobSpecs;
export type Payload<N extends JobName> = z.infer<(typeof jobSpecs)[N]['payload']>;

/**
 * Called with a sweep and when something falls due that it will find, by the domain's clock, once that is durable: a sweep looks for what
 * is due next when it ends, and finds what is planned later at its next interval.
 */
export const workPlanned = notification<[sweep: JobSpec['sweep'], dueAt: number]>('work planned');

export const jobNames = Object.keys(jobSpecs) as readonly JobName[];
