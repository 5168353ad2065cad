import { DAY_MS, HOUR_MS } from '../core/durations.ts';
import type { JobName } from './jobs.ts';

/** Identifies one attempt of a job: statements that carry it change nothing once a later attempt has begun (fencing token). */
export interface FencingToken {
  readonly id: string;
  readonly attempt: number;
}

/** A job claimed from a store. */
export interface JobClaim extends FencingToken {
  readonly payload: unknown;
  readonly priority: number;
}

/** The priorities of jobs to claim, both included; any by default. */
export interface Priorities {
  readonly min?: number;
  readonly max?: number;
}

/** How many jobs a claim goes through for one whose group may have more. */
export const LOOK_AHEAD = 500;
/** How many jobs of a group are raised at once. */
export const RAISED_AT_ONCE = 10;
/** How long a claim lasts unless its lease is renewed. */
export const LEASE_MS = 20_000;
/** Back-off after the first failure; it doubles with each further one, up to the maximum. */
export const BACK_OFF_MS = 1000;
export const LONGEST_BACK_OFF_MS = 8000;
/** How long a job that was given up stays visible to the operator: over holidays. */
export const KEEP_FAILED_MS = 14 * DAY_MS;
/** For how long it counts among what is wrong now. */
export const RECENTLY_MS = HOUR_MS;

/** The storage of jobs that each engine implements. Each method is one statement, and ignores tokens of overtaken attempts. */
export interface JobStore {
  /**
   * Begins an attempt of at most `limit` waiting jobs, and returns them: the highest priority first, then the oldest. It may return fewer
   * than there are, but none only if none can be claimed.
   */
  claim(name: JobName, limit: number, priorities?: Priorities): Promise<readonly JobClaim[]>;
  /** Renews leases; returns the ids of the jobs that the tokens still hold. */
  extend(name: JobName, tokens: readonly FencingToken[]): Promise<readonly string[]>;
  /** Deletes completed jobs; returns how many. */
  complete(name: JobName, tokens: readonly FencingToken[]): Promise<number>;
  /** Returns failed jobs to the queue after a back-off, or gives them up after their last attempt. */
  fail(name: JobName, tokens: readonly FencingToken[], reason: string): Promise<void>;
  /** Returns jobs to the queue without using up a retry; they can be claimed at once. */
  release(name: JobName, tokens: readonly FencingToken[]): Promise<void>;
  /** Returns jobs whose lease has expired to the queue; called every few seconds. */
  reclaim(): Promise<void>;
  close(): Promise<void>;
}
