import { PosthornConnectionError, PosthornError } from '@posthorn/sdk';
import { CommanderError } from 'commander';
import { UsageError } from './usage-error.ts';

/** How a command ended that did not do what it was asked. */
interface Failure {
  /** 1: the service said no or was not there; 2: the command or its settings cannot be used. */
  readonly exitCode: number;
  /** For stderr; undefined where all is said. */
  readonly message?: string;
}

const PROGRAM = 'posthorn';

function describeAnswer(error: PosthornError): string {
  const { message, fields, requestId } = error;
  const more = Object.entries({ ...fields, ...(requestId === null ? {} : { request_id: requestId }) });
  const said = [message, ...more.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)].join(' ');
  return error.is('unauthorized') ? `${said} (the service knows no such POSTHORN_API_KEY, or OPERATOR_TOKEN)` : said;
}

function describeCause({ cause }: Error): string {
  if (!(cause instanceof Error)) return '';
  if (cause.cause instanceof Error) return describeCause(cause);
  return ` (${'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message})`;
}

/** Says what an error means for the one who runs the command. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof UsageError) return { exitCode: 2, message: `${PROGRAM}: ${error.message}` };
  if (error instanceof PosthornError) return { exitCode: 1, message: `${PROGRAM}: ${describeAnswer(error)}` };
  if (error instanceof PosthornConnectionError)
    return { exitCode: 1, message: `${PROGRAM}: ${error.message}${describeCause(error)}; --url or POSTHORN_URL name another` };
  if (error instanceof Error && 'syscall' in error) return { exitCode: 2, message: `${PROGRAM}: ${error.message}` };
  throw error;
}
