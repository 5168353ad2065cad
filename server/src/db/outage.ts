import { Unavailable } from '../core/unavailable.ts';
import type { Dialect } from './dialect.ts';

/** Tells a database that is gone from a row that was held, or a scan that took, too long: what is next may well be done. */
export const isOutage = (dialect: Dialect, error: unknown): boolean =>
  error instanceof Unavailable && error.detail === undefined && !dialect.isLockTimeout(error.cause) && !dialect.isConflict(error.cause);
