import { type DestinationStream, destination, type Logger, pino } from 'pino';

const STDERR = 2;
/** Maximum number of errors of an AggregateError to log. */
const MOST_ERRORS = 3;

/** Properties of an error that may be logged: drivers put row contents into others. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const errors = error instanceof AggregateError ? { errors: error.errors.slice(0, MOST_ERRORS).map(describeError) } : {};
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...cause, ...errors };
}

/** Creates a logger of JSON lines on stderr, which never contain a body, a key or a secret. */
export function createLog(level: string, stream: DestinationStream = destination(STDERR)): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, stream);
}
