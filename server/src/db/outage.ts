import { Unavailable } from '../core/unavailable.ts';
import { isConflict, isLockTimeout } from './dialect.ts';

/** Tells a database that is gone from a row that was held, or a scan that took, too long: what is next may well be done. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Unavailable && error.detail === undefined && !isLockTimeout(error.cause) && !isConflict(error.cause);
