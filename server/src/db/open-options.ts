import type { Dialect } from 'kysely';
import { createFairLimiter, type FairLimiter, type FairLimiterOptions } from '../core/concurrency/fair-limiter.ts';
import { Unavailable } from '../core/unavailable.ts';

/** How a database is opened. */
export interface OpenOptions {
  /** The most that a statement on `scan` may take, milliseconds. */
  readonly scanMs: number;
  /** Told when this machine's clock is found to differ from the database's, and when that changes: milliseconds that it is ahead. */
  readonly onSkew: (aheadMs: number) => void;
  /** Told why the write-ahead log of SQLite could not be moved into the file, which it can be later. */
  readonly onCheckpointFault: (error: unknown) => void;
  /** Put around the dialects of all connections, next to the engine. */
  readonly around: (dialect: Dialect) => Dialect;
}

/** What whoever asked for a scan is told when it was given up. */
export const tookTooLong = (cause: unknown): Unavailable => new Unavailable(cause, 'The query took too long; narrow it down or try again.');

/** Scans of one owner that wait. */
const MOST_WAITING = 16;

const tooMany = () => new Unavailable(undefined, 'Too many queries of yours wait already; try again when they are answered.');

/** The line before the scans: the owners take turns, so that nobody waits for all that another one asks. */
export const createScanLine = (places: Pick<FairLimiterOptions, 'atOnce' | 'mostPerOwner'>): FairLimiter =>
  createFairLimiter({ ...places, mostWaiting: MOST_WAITING, tooMany });
