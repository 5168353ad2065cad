import type { Dialect } from 'kysely';
import { createFairLimiter, type FairLimiter, type FairLimiterOptions } from '../core/concurrency/fair-limiter.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import type { FileFault } from './db.ts';

/** How a database is opened. */
export interface OpenOptions {
  /** Milliseconds that a statement on `scan` may take. */
  readonly scanMs: number;
  /** URL of PostgreSQL itself, where the database is reached through a pooler. */
  readonly directUrl: string | undefined;
  /** Called when this machine's clock is found to differ from the database's, and when that changes, with the milliseconds that it is ahead. */
  readonly onSkew: (aheadMs: number) => void;
  /** Called with the error where the write-ahead log of SQLite could not be moved into the file, which it can be later. */
  readonly onCheckpointFault: (error: unknown) => void;
  /** Called when the file of a SQLite database is found to be damaged or locked, or its disk to be full, and with null when it can be written again. */
  readonly onFileFault: (fault: FileFault | null, error: unknown) => void;
  /**
   * Whether a SQLite file is locked for this process while it is open; true by default. A process that only reads leaves it to a server
   * that starts meanwhile.
   */
  readonly alone: boolean;
  /** Whether a SQLite file that another process serves is opened all the same, to be read. */
  readonly beside: boolean;
  /** Wraps the dialects of all connections, next to the engine. */
  readonly around: (dialect: Dialect) => Dialect;
}

/** A scan that was given up because it took too long. */
export class ScanTimeout extends Unavailable {
  constructor(cause: unknown) {
    super(cause, 'The query took too long; narrow it down or try again.');
  }
}

/** Scans of one owner that may wait. */
const MOST_WAITING = 16;

const tooMany = () => new Unavailable(undefined, 'Too many queries of yours wait already; try again when they are answered.');

/** Creates the limiter of scans, in which owners take turns, so that nobody waits for all that another one asks. At most 16 scans of one wait. */
export const createScanLine = (places: Pick<FairLimiterOptions, 'atOnce' | 'mostPerOwner'>): FairLimiter =>
  createFairLimiter({ ...places, mostWaiting: MOST_WAITING, tooMany });
