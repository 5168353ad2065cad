import pTimeout from 'p-timeout';
import pg from 'pg';
import { ConfigError } from '../../config/config-error.ts';
import { errorCodeOf } from '../../core/errors/error-code.ts';
import { connectionOf, isPooled, type SessionOptions, timeOutsOf, transactionSettings } from './session.ts';

const CONNECT_MS = 5000;
const ANSWER_MS = 10_000;
const END_MS = 1000;

/** Thrown if a pooler in between does not keep the settings of a session. */
export class SessionsNotKept extends ConfigError {
  constructor(what: string) {
    super(`DATABASE_URL: ${what}, as behind PgBouncer; add ?pgbouncer=true to the URL`);
    this.name = 'SessionsNotKept';
  }
}

interface Session {
  /** Process id of the server's backend. */
  readonly process: number;
  readonly settings: ReadonlyMap<string, string>;
}

type Connection = Pick<pg.ClientConfig, 'connectionString' | 'options'>;

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    application_name: 'posthorn',
  });
  // A lost connection shows in the statements that use it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends a connection, without waiting for a server that is silent. */
const end = (client: pg.Client): Promise<void> => pTimeout(client.end(), { milliseconds: END_MS, fallback: () => undefined });

async function show(client: pg.Client): Promise<Session> {
  const { rows } = await client.query('select name, setting, pg_backend_pid() as process from pg_settings');
  return { process: rows[0]?.process, settings: new Map(rows.map(({ name, setting }) => [name, setting])) };
}

/** Opens two connections and reads the settings of each in turn. PgBouncer refuses settings that it does not know. */
async function lookAtTwo(connection: Connection): Promise<[Session, Session]> {
  const open: pg.Client[] = [];
  try {
    open.push(await connect(connection));
    open.push(await connect(connection));
    const [first, second] = open;
    return [await show(first as pg.Client), await show(second as pg.Client)];
  } finally {
    await Promise.all(open.map(end));
  }
}

/** Returns the name of a time-out that is off although we set one; the URL itself may set another duration. */
function findForgotten({ settings }: Session, session: SessionOptions): string | undefined {
  const wrong = Object.entries(timeOutsOf(session)).find(([name, value]) => value !== 0 && settings.get(name) === '0');
  return wrong === undefined ? undefined : `${wrong[0]} stays at ${settings.get(wrong[0])} ms`;
}

async function examineKept(url: string, session: SessionOptions): Promise<Session> {
  const found = await lookAtTwo(connectionOf(url, session)).catch((error: unknown) => {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message))
      throw new SessionsNotKept('the time-outs of a session are refused');
    throw error;
  });
  const forgotten = findForgotten(found[0], session);
  if (forgotten !== undefined) throw new SessionsNotKept(`the time-outs of a session are not kept (${forgotten})`);
  if (found[0].process === found[1].process) throw new SessionsNotKept('two connections share one session');
  return found[0];
}

async function examinePooled(url: string, session: SessionOptions): Promise<Session> {
  const client = await connect({ connectionString: url });
  try {
    await client.query(`begin; ${transactionSettings(session)}`);
    const found = await show(client);
    await client.query('commit');
    const forgotten = findForgotten(found, session);
    if (forgotten !== undefined) throw new ConfigError(`DATABASE_URL: the time-outs of a transaction are not kept (${forgotten})`);
    return found;
  } finally {
    await end(client);
  }
}

/**
 * Checks the server and its sessions. Throws ConfigError if the server could lose committed data, or does not keep time-outs or sessions as
 * the URL requires.
 */
export async function examineSessions(url: string, session: SessionOptions): Promise<void> {
  const { settings } = isPooled(url) ? await examinePooled(url, session) : await examineKept(url, session);
  if (settings.get('synchronous_commit') === 'off')
    throw new ConfigError('DATABASE_URL: PostgreSQL has synchronous_commit=off: accepted mail could be lost');
}

/** Error codes of a host that is down. A name that is not found says nothing about it. */
const UNREACHABLE = /^E(?:HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|TIMEDOUT)$/;

const isUnreachable = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isUnreachable) : UNREACHABLE.test(errorCodeOf(error) ?? '');

/** Returns whether the server of a URL answers within five seconds, even if only to refuse the connection. */
export async function isAnswering(url: string): Promise<boolean> {
  try {
    await end(await connect({ connectionString: url }));
    return true;
  } catch (error) {
    return !(isUnreachable(error) || (error instanceof Error && error.message === 'timeout expired'));
  }
}

/** Returns whether a single statement is answered within five seconds of its connection, even if by an error. */
async function isStatementAnswered(url: string): Promise<boolean> {
  const client = await connect({ connectionString: url }).catch(() => undefined);
  if (client === undefined) return false;
  try {
    const asked = client.query('select 1').then(() => true);
    return await pTimeout(asked, { milliseconds: CONNECT_MS, fallback: () => false });
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    await end(client);
  }
}

/**
 * Returns whether the server behind a pooler answers within ten seconds. A pooler accepts connections for a server that hangs, and cannot
 * answer while legitimate statements use all its sessions: so it counts as silent only if PostgreSQL itself is.
 */
export async function isAnsweringBehind(url: string, directUrl: string): Promise<boolean> {
  if (!(await isAnswering(url))) return false;
  const answers = await Promise.all([isStatementAnswered(url), isAnswering(directUrl)]);
  return answers.includes(true);
}

/** Returns whether connections to this URL receive notifications: those that share a session do not. */
export async function keepsSessions(url: string): Promise<boolean> {
  const [first, second] = await lookAtTwo({ connectionString: url });
  return first.process !== second.process;
}
