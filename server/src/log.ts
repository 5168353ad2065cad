import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { Unavailable } from './core/errors/unavailable.ts';

const STDERR = 2;
/** Maximum number of errors of an AggregateError to log. */
const MOST_ERRORS = 3;

/**
 * Properties of an error that may be logged: drivers put row contents into others. What is only unavailable, such as a database whose disk is
 * full, is described without a stack: nothing is wrong with the program, and each request that it refuses is a line.
 */
function describeError(error: unknown, withStack = true): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const hasStack = withStack && !(error instanceof Unavailable);
  const describe = (other: unknown) => describeError(other, hasStack);
  const stack = hasStack ? { stack: error.stack } : {};
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) };
  const errors = error instanceof AggregateError ? { errors: error.errors.slice(0, MOST_ERRORS).map(describe) } : {};
  return { type: error.name, message: error.message, ...stack, ...code, ...cause, ...errors };
}

/** Creates a logger of JSON lines on stderr, which never contain a body, a key or a secret. */
export function createLog(level: string, stream: DestinationStream = destination(STDERR)): Logger {
  return pino({ level, base: null, serializers: { err: (error: unknown) => describeError(error) } }, stream);
}
