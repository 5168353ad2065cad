import { ConfigError } from '../config.ts';
import { reasonOf } from '../core/reason-of.ts';
import { Unavailable } from '../core/unavailable.ts';

/** The setting that says where to. */
export const SETTING = 'TARGET_DATABASE_URL';

/** Returns what an error that came of the other database says to the operator: what can be mended is a line. */
export const toFault = (error: unknown): unknown =>
  error instanceof Unavailable ? new ConfigError(`${SETTING}: the database is unavailable: ${reasonOf(error)}; nothing was moved`) : error;

/** Does something with the other database alone, before anything has arrived there. */
export const atTarget = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((error) => {
    throw toFault(error);
  });
