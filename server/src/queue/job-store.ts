import { HOUR_MS } from '../core/durations.ts';
import type { JobName } from './jobs.ts';

/** Names one start of a job; nothing that a later start has overtaken can be changed by it. */
export interface Token {
  readonly id: string;
  readonly attempt: number;
}

export interface Claim extends Token {
  readonly payload: unknown;
}

/** How long a claim lasts unless it is renewed. */
export const LEASE_MS = 20_000;
/** What a failed job waits: this, doubled for each further start up to the longest. */
export const BACK_OFF_MS = 1000;
export const LONGEST_BACK_OFF_MS = 8000;
/** How long a job that was given up is kept for the operator to see. */
export const KEEP_FAILED_MS = HOUR_MS;

/** What a worker needs of an engine. Every method takes tokens in one statement and passes over those that are overtaken. */
export interface JobStore {
  /** Starts up to so many waiting jobs: the highest priority first, then the oldest. */
  claim(name: JobName, limit: number): Promise<readonly Claim[]>;
  /** Renews leases; returns the ids of the jobs still held. */
  extend(name: JobName, tokens: readonly Token[]): Promise<readonly string[]>;
  /** Removes jobs that are done; returns how many. */
  complete(name: JobName, tokens: readonly Token[]): Promise<number>;
  /** Hands jobs back to wait out a back-off, or gives them up. */
  fail(name: JobName, tokens: readonly Token[], reason: string): Promise<void>;
  /** Hands jobs back as they were, to be claimed at once. */
  release(name: JobName, tokens: readonly Token[]): Promise<void>;
  /** Takes jobs from workers whose lease ran out; called every few seconds. */
  reclaim(): Promise<void>;
  close(): Promise<void>;
}
