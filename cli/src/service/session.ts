import { type Fetch, Posthorn } from '@posthorn/sdk';
import type { Command } from 'commander';
import { isHttpAddress } from '../options.ts';
import { createPrinter, type Printer } from '../output/printer.ts';
import { processTerminal, type Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { findVariable } from './find-variable.ts';
import { createOperator, type Operator } from './operator.ts';
import { resolveNames } from './resolve-names.ts';

/** What a command works with while it runs. */
export interface Session {
  readonly terminal: Terminal;
  readonly print: Printer;
  /** The service as the tenant of POSTHORN_API_KEY, asked by the global `fetch` unless given. */
  tenant(fetch?: Fetch): Posthorn;
  /** The service as its operator, by OPERATOR_TOKEN. */
  operator(): Operator;
}

/** Options that every command takes. */
interface GlobalOptions {
  readonly json?: boolean;
  readonly url?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:3000';
const DEMO = 'set -a; . data/demo.env; set +a';

function required(environment: Terminal['environment'], name: string): string {
  const value = findVariable(environment, name);
  if (value === undefined || value === '') throw new UsageError(`${name} is not set: export it (after npm start: ${DEMO})`);
  return value;
}

/** Returns the key of the tenant. Checked here, since the SDK calls it by the name of its own option. */
function requiredKey(environment: Terminal['environment']): string {
  const key = required(environment, 'POSTHORN_API_KEY');
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('POSTHORN_API_KEY has a space, a line end or a character that no key has');
  return key;
}

function asUsageError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function serviceUrl(given: string): string {
  if (!isHttpAddress(given)) throw new UsageError(`not an http or https URL: ${given} (--url, or POSTHORN_URL)`);
  return given;
}

/** Arguments that may be `.` or `..`. */
const PATHS = ['file', 'folder'];

/** Throws for an id that is empty, as a variable that a script did not set, or made of dots: the path would be another operation's. */
function assertArguments({ args, registeredArguments }: Command): void {
  for (const [at, given] of args.entries()) {
    const name = registeredArguments[Math.min(at, registeredArguments.length - 1)]?.name() ?? '';
    if (given === '') throw new UsageError(`<${name}> is empty`);
    if (['.', '..'].includes(given) && !PATHS.includes(name)) throw new UsageError(`<${name}> is nothing but dots`);
  }
}

/** What may be emptied, or sent so. */
const FREE = /<(?:text|html)>/;

/** Throws for an option that is empty, as a variable that a script did not set: a filter would let everything through. */
function assertOptions(command: Command): void {
  const values: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  for (const option of command.options) {
    const given = values[option.attributeName()];
    const isEmpty = given === '' || (Array.isArray(given) && given.includes(''));
    if (isEmpty && !FREE.test(option.flags)) throw new UsageError(`${option.long} is empty`);
  }
}

function createSession(terminal: Terminal, { json = false, url }: GlobalOptions): Session {
  const { environment } = terminal;
  const baseUrl = () => serviceUrl(url ?? (environment.POSTHORN_URL || DEFAULT_URL));
  return {
    terminal,
    print: createPrinter(terminal, { json }),
    tenant: (fetch) => asUsageError(() => new Posthorn({ baseUrl: baseUrl(), apiKey: requiredKey(environment), fetch })),
    operator: () => asUsageError(() => createOperator({ baseUrl: baseUrl(), token: required(environment, 'OPERATOR_TOKEN') })),
  };
}

/** Makes an action of commander from one that takes a session, then the command's arguments, then its options. */
export function withSession<A extends unknown[]>(run: (session: Session, ...args: A) => Promise<void>) {
  return async (...given: unknown[]): Promise<void> => {
    // Safe because commander calls with the arguments and options that the command declares, and the command last.
    const command = given.at(-1) as Command;
    assertArguments(command);
    assertOptions(command);
    const session = createSession(processTerminal(), command.optsWithGlobals<GlobalOptions>());
    const args = (await resolveNames(session, command, given.slice(0, -1))) as A;
    return run(session, ...args);
  };
}
