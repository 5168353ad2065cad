import { Unavailable } from '../core/unavailable.ts';

export interface ScanOptions {
  /** The most that a statement on `scan` may take, milliseconds. */
  readonly scanMs: number;
}

/** What whoever asked for a scan is told when it was given up. */
export const tookTooLong = (cause: unknown): Unavailable => new Unavailable(cause, 'The query took too long; narrow it down or try again.');
