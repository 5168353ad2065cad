import type { AppContext } from '../app-context.ts';
import type { Config } from '../config/config.ts';
import type { Trx } from '../db/dialect.ts';
import type { JobName, Payload } from './jobs.ts';
import type { QueueTime } from './time.ts';

/** What a queue is built on. */
export interface QueueContext extends Pick<AppContext, 'db' | 'newId' | 'log'> {
  readonly config: Pick<Config, 'DATABASE_URL'> & Partial<Pick<Config, 'DATABASE_LISTEN_URL'>>;
  /** System time by default. */
  readonly time?: QueueTime;
}

export interface NewJob<N extends JobName = JobName> {
  readonly queue: N;
  readonly payload: Payload<N>;
  /** Higher goes first; 0 by default. */
  readonly priority?: number;
  /** Jobs of one group take turns, in a queue that limits groups. */
  readonly group?: string;
}

/** A job claimed by a worker. */
export interface ClaimedJob<N extends JobName = JobName> {
  readonly id: string;
  /** 1 for the first attempt. Together with the id it is the fencing token: a later attempt has a higher one. */
  readonly attempt: number;
  readonly payload: Payload<N>;
  /** Higher goes first; that of mail and most others is 0. */
  readonly priority: number;
  /** False once the lease may have run out by the monotonic clock; nothing may be started then. */
  holdsLease(): boolean;
}

/**
 * Handles a batch of jobs, the most urgent first. If it rejects, all of them return to the queue, so it must be safe to run again; a job
 * that was started before comes alone. After the signal it should settle soon.
 */
export type JobHandler<N extends JobName> = (jobs: readonly ClaimedJob<N>[], signal: AbortSignal) => Promise<void>;

export type JobHandlers = { readonly [N in JobName]: JobHandler<N> };

/** At what a queue can fail: to claim jobs, or to do the work of some that were claimed. */
export const queueSteps = ['claim', 'work'] as const;
type QueueStep = (typeof queueSteps)[number];

/** Told of each time that jobs could not be claimed, and of each call of a handler that has rejected. */
export type OnQueueFailure = (queue: JobName, step: QueueStep) => void;

export interface QueueDepth {
  /** Jobs to be done, including those in a back-off. */
  readonly waiting: number;
  readonly active: number;
  /** Jobs given up in the last hour. */
  readonly failed: number;
  /** Age of the oldest waiting job. */
  readonly oldestWaitingMs: number | null;
}

/** A job that was given up, while it is kept. */
export interface FailedJob<N extends JobName = JobName> {
  readonly id: string;
  readonly queue: N;
  readonly payload: Payload<N>;
  readonly attempts: number;
  /** Error of the last attempt; null if it is not known. */
  readonly error: string | null;
  /** System time in epoch milliseconds. */
  readonly failedAt: number;
}

/** A page of jobs that were given up: those strictly before a position, newest first. */
export interface FailedJobsRequest {
  readonly limit: number;
  readonly before?: Pick<FailedJob, 'id' | 'failedAt'> | undefined;
}

/**
 * Jobs to be done now, by any process. The queue does not know the domain clock: work for later is a row with a due time, which a sweep
 * turns into a job.
 */
export interface Queue {
  /** Creates or updates the schema of the queue. */
  install(): Promise<void>;
  /** Makes the queue ready to enqueue. */
  open(): Promise<void>;
  /** Joins the transaction: the jobs exist if and only if it commits. One statement per queue. */
  enqueue(trx: Trx, jobs: readonly NewJob[]): Promise<void>;
  /** Gives waiting jobs of groups that had a higher priority this one, in the caller's transaction. */
  lower(trx: Trx, name: JobName, groups: readonly string[], priority: number): Promise<void>;
  /** Gives the next waiting jobs of groups that had a lower priority this one, in the caller's transaction: ten of each at most. */
  raise(trx: Trx, name: JobName, groups: readonly string[], priority: number): Promise<void>;
  /** Says who does the work, and who is told of failures; nothing is claimed before `start` or `drain`. */
  attach(handlers: JobHandlers, onFailure?: OnQueueFailure): void;
  /** Begins to claim jobs in the background. */
  start(): Promise<void>;
  /**
   * Processes the named queues until nothing can be claimed and nothing is in flight in this process; jobs in a back-off are not awaited.
   * Returns the number of jobs done. Not inside a transaction.
   */
  drain(names: readonly JobName[]): Promise<number>;
  /**
   * Stops claiming, signals the handlers, waits for them for a limited time and returns what they reject to the queue; jobs can still be
   * enqueued.
   */
  halt(): Promise<void>;
  /** Halts and closes. Safe to call twice. */
  stop(): Promise<void>;
  depths(): Promise<Record<JobName, QueueDepth>>;
  /** Returns at most so many jobs that were given up in the last 14 days, newest first. */
  listFailed(request: FailedJobsRequest): Promise<FailedJob[]>;
  /** Returns the ids of those jobs that wait or run; the others are done or were given up, and never start again. */
  findOpen(ids: readonly string[]): Promise<ReadonlySet<string>>;
}
