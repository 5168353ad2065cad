import type { Dialect } from 'kysely';
import type { ScanOptions } from './scan.ts';

/** How a database is opened. */
export interface OpenOptions extends ScanOptions {
  /** Put around the dialects of all connections, next to the engine. */
  readonly around: (dialect: Dialect) => Dialect;
}
