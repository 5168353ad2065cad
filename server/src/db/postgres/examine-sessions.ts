import pTimeout from 'p-timeout';
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { errorCodeOf } from '../../core/error-code.ts';
import { connectionOf, isPooled, type SessionOptions, timeOutsOf, transactionSettings } from './session.ts';

const CONNECT_MS = 5000;
const ANSWER_MS = 10_000;
const END_MS = 1000;

/** Thrown where a pooler in between does not keep the settings of a session. */
export class SessionsNotKept extends ConfigError {
  constructor(what: string) {
    super(`DATABASE_URL: ${what}, as behind PgBouncer; add ?pgbouncer=true to the URL`);
    this.name = 'SessionsNotKept';
  }
}

interface Session {
  /** The server's process. */
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
  // A lost connection is told by what is asked of it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends a connection; a server that is silent is not waited for. */
const end = (client: pg.Client): Promise<void> => pTimeout(client.end(), { milliseconds: END_MS, fallback: () => undefined });

async function show(client: pg.Client): Promise<Session> {
  const { rows } = await client.query('select name, setting, pg_backend_pid() as process from pg_settings');
  return { process: rows[0]?.process, settings: new Map(rows.map(({ name, setting }) => [name, setting])) };
}

/** Opens two connections and has each shown in turn. PgBouncer refuses settings that it does not know. */
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

/** Returns the name of a time-out that is off though one was asked for; the URL may ask for another length by itself. */
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

/** Checks the server and its sessions. Throws ConfigError where the server would lose what was committed, or time-outs or sessions are not kept as the URL says. */
export async function examineSessions(url: string, session: SessionOptions): Promise<void> {
  const { settings } = isPooled(url) ? await examinePooled(url, session) : await examineKept(url, session);
  if (settings.get('synchronous_commit') === 'off')
    throw new ConfigError('DATABASE_URL: PostgreSQL has synchronous_commit=off: accepted mail could be lost');
}

/** What is said of a machine that is gone. That its name is not found says nothing of it. */
const UNREACHABLE = /^E(?:HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|TIMEDOUT)$/;

const isUnreachable = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isUnreachable) : UNREACHABLE.test(errorCodeOf(error) ?? '');

/** Returns whether the server of a URL says anything within five seconds, be it that it lets nobody in. */
export async function isAnswering(url: string): Promise<boolean> {
  try {
    await end(await connect({ connectionString: url }));
    return true;
  } catch (error) {
    return !(isUnreachable(error) || (error instanceof Error && error.message === 'timeout expired'));
  }
}

/** Returns whether a statement by itself is answered within five seconds after its connection, be it by an error. */
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
 * Returns whether the server behind a pooler says anything within ten seconds. A pooler lets in for one that hangs, and has nothing to
 * answer with while honest statements have all its sessions: so it is silent only where PostgreSQL itself is.
 */
export async function isAnsweringBehind(url: string, directUrl: string): Promise<boolean> {
  if (!(await isAnswering(url))) return false;
  const answers = await Promise.all([isStatementAnswered(url), isAnswering(directUrl)]);
  return answers.includes(true);
}

/** Returns whether connections to this URL receive notifications: one that shares its session with others does not. */
export async function keepsSessions(url: string): Promise<boolean> {
  const [first, second] = await lookAtTwo({ connectionString: url });
  return first.process !== second.process;
}
