import { ConfigError } from '../config/config-error.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { Unavailable } from '../core/errors/unavailable.ts';

/** The setting that says where to. */
export const SETTING = 'TARGET_DATABASE_URL';

/** Returns the message for the operator about an error of the other database: a single line if it can be fixed. */
export const toFault = (error: unknown): unknown =>
  error instanceof Unavailable ? new ConfigError(`${SETTING}: the database is unavailable: ${reasonOf(error)}; nothing was moved`) : error;

/** Does something with the other database alone, before anything has arrived there. */
export const atTarget = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((error) => {
    throw toFault(error);
  });
