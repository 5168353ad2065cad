import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/dialect.ts';
import type { JobName, Payload } from './jobs.ts';
import type { QueueTime } from './time.ts';

/** What a queue is built on. */
export interface QueueContext extends Pick<AppContext, 'db' | 'newId' | 'log'> {
  readonly config: Pick<Config, 'DATABASE_URL'> & Partial<Pick<Config, 'DATABASE_LISTEN_URL'>>;
  /** The machine's time unless given. */
  readonly time?: QueueTime;
}

export interface NewJob<N extends JobName = JobName> {
  readonly queue: N;
  readonly payload: Payload<N>;
  /** Higher goes first; 0 unless given. */
  readonly priority?: number;
  /** Whose jobs take turns, in a queue that limits groups. */
  readonly group?: string;
}

/** A job in the hands of a worker. */
export interface ClaimedJob<N extends JobName = JobName> {
  readonly id: string;
  /** 1 at the first start. With the id it is the fencing token: a later start of the job has a higher one. */
  readonly attempt: number;
  readonly payload: Payload<N>;
  /** False once the lease may have run out by the machine's monotonic time; nothing may be begun then. */
  holdsLease(): boolean;
}

/**
 * Works off a batch of jobs, the most urgent first. Rejecting hands all of them back, so it must be
 * safe to run again; a job that was started before comes alone. After the signal it should end or reject soon.
 */
export type JobHandler<N extends JobName> = (jobs: readonly ClaimedJob<N>[], signal: AbortSignal) => Promise<void>;

export type JobHandlers = { readonly [N in JobName]: JobHandler<N> };

/** At what a queue can fail: to claim jobs, or to do the work of some that were claimed. */
export const queueSteps = ['claim', 'work'] as const;
type QueueStep = (typeof queueSteps)[number];

/** Told of each time that jobs could not be claimed, and of each call of a handler that has rejected. */
export type OnQueueFailure = (queue: JobName, step: QueueStep) => void;

export interface QueueDepth {
  /** Jobs to be done, those in a back-off included. */
  readonly waiting: number;
  readonly active: number;
  /** Jobs given up in the last hour. */
  readonly failed: number;
  /** Age of the oldest waiting job. */
  readonly oldestWaitingMs: number | null;
}

/** A job that was given up, as long as it is kept. */
export interface FailedJob<N extends JobName = JobName> {
  readonly id: string;
  readonly queue: N;
  readonly payload: Payload<N>;
  readonly attempts: number;
  /** Why the last start failed; null where nobody said. */
  readonly error: string | null;
  /** By the machine's time, in epoch milliseconds. */
  readonly failedAt: number;
}

/** A page of jobs that were given up: those strictly before a place, newest first. */
export interface FailedJobsRequest {
  readonly limit: number;
  readonly before?: Pick<FailedJob, 'id' | 'failedAt'> | undefined;
}

/**
 * Jobs to be done now, by any process. Nothing here knows the domain's clock: work for later is a
 * row with a due time, from which a sweep makes jobs.
 */
export interface Queue {
  /** Creates or updates what the queue stores. */
  install(): Promise<void>;
  /** Makes the queue ready to enqueue. */
  open(): Promise<void>;
  /** Joins the transaction: the jobs exist if and only if it commits. One statement for each queue named. */
  enqueue(trx: Trx, jobs: readonly NewJob[]): Promise<void>;
  /** Says who does the work, and who is told of failures; nothing is claimed before `start` or `drain`. */
  attach(handlers: JobHandlers, onFailure?: OnQueueFailure): void;
  /** Begins to claim jobs in the background. */
  start(): Promise<void>;
  /**
   * Works the named queues off until nothing can be claimed and nothing is in flight in this process; a job in its
   * back-off is left to wait. Returns the jobs done. Not inside a transaction.
   */
  drain(names: readonly JobName[]): Promise<number>;
  /** Claims no more, signals the handlers, waits for them for a while and hands back what they reject; jobs can still be enqueued. */
  halt(): Promise<void>;
  /** Halts and closes. Safe to call twice. */
  stop(): Promise<void>;
  depths(): Promise<Record<JobName, QueueDepth>>;
  /** Returns at most so many jobs that were given up in the last 14 days, newest first. */
  listFailed(request: FailedJobsRequest): Promise<FailedJob[]>;
  /** Returns the ids of those of these jobs that wait or run; the others are done or were given up, and never start again. */
  findOpen(ids: readonly string[]): Promise<ReadonlySet<string>>;
}
