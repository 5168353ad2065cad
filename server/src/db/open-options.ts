import type { Dialect } from 'kysely';
import { Unavailable } from '../core/unavailable.ts';

/** How a database is opened. */
export interface OpenOptions {
  /** The most that a statement on `scan` may take, milliseconds. */
  readonly scanMs: number;
  /** Put around the dialects of all connections, next to the engine. */
  readonly around: (dialect: Dialect) => Dialect;
}

/** What whoever asked for a scan is told when it was given up. */
export const tookTooLong = (cause: unknown): Unavailable => new Unavailable(cause, 'The query took too long; narrow it down or try again.');
