import { PosthornConnectionError, PosthornError } from '@posthorn/sdk';
import { CommanderError } from 'commander';
import { BrokenOffError } from './broken-off-error.ts';
import { harmless } from './output/table.ts';
import { UsageError } from './usage-error.ts';

/** How a command failed. */
interface Failure {
  /** 1: the service said no or was not there; 2: the command or its settings cannot be used. */
  readonly exitCode: number;
  /** For stderr; undefined where there is nothing to say. */
  readonly message?: string;
  /** The same for programs, in the form of the service's errors. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The words are on stderr already. */
  readonly isPrinted?: boolean;
}

const PROGRAM = 'posthorn';

/** Returns a hint for whoever reads the error, of what may be wrong. */
function hintOf(error: PosthornError): string {
  if (error.is('unauthorized')) return ' (check POSTHORN_API_KEY, or OPERATOR_TOKEN: the service does not know it)';
  return error.is('unexpected_response') ? ' (check --url, or POSTHORN_URL: is this a Posthorn?)' : '';
}

function describeAnswer(error: PosthornError): string {
  const { message, fields, requestId } = error;
  const more = Object.entries({ ...fields, ...(requestId === null ? {} : { request_id: requestId }) });
  const line = [message, ...more.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)].join(' ');
  return `${line}${hintOf(error)}`;
}

function describeCause({ cause }: Error): string {
  if (!(cause instanceof Error)) return '';
  if (cause.cause instanceof Error) return describeCause(cause);
  return ` (${'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message})`;
}

const HELP = ['commander.help', 'commander.helpDisplayed'];

const usage = (detail: string) => ({ message: `${PROGRAM}: ${detail}`, record: { error: 'usage', detail } });

const noConnection = (detail: string) => ({
  exitCode: 1,
  message: `${PROGRAM}: ${detail}`,
  record: { error: 'no_connection', detail },
});

const recordOf = ({ code, status, detail, fields, requestId }: PosthornError) => ({
  error: code,
  ...(detail === null ? {} : { detail }),
  ...fields,
  status_code: status,
  ...(requestId === null ? {} : { request_id: requestId }),
});

/** Turns an error into how the command failed; throws it again where it is a fault of the program. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    const exitCode = error.exitCode === 0 ? 0 : 2;
    // Commander has printed the message already; help that it has shown is no fault.
    return exitCode === 0 || HELP.includes(error.code)
      ? { exitCode }
      : { exitCode, ...usage(error.message.replace(/^error: /, '')), isPrinted: true };
  }
  if (error instanceof UsageError) return { exitCode: 2, ...usage(error.message) };
  if (error instanceof PosthornError) return { exitCode: 1, message: `${PROGRAM}: ${describeAnswer(error)}`, record: recordOf(error) };
  if (error instanceof PosthornConnectionError)
    return noConnection(`${error.message}${describeCause(error)}; check that the service is running, and --url or POSTHORN_URL`);
  if (error instanceof BrokenOffError) return noConnection(`${error.message}${describeCause(error)}`);
  if (error instanceof Error && 'syscall' in error) return { exitCode: 2, ...usage(error.message) };
  throw error;
}

/** Returns the line for stderr: in words, or with --json as a document. Undefined where everything is printed already. */
export function lineOf({ message, record, isPrinted = false }: Failure, { isJson }: { isJson: boolean }): string | undefined {
  if (isJson) return record === undefined ? undefined : JSON.stringify(record);
  return isPrinted || message === undefined ? undefined : harmless(message);
}
