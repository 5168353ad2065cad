import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pTimeout from 'p-timeout';
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import type { FairLine } from '../../core/concurrency/fair-line.ts';
import { Unavailable } from '../../core/unavailable.ts';
import type { Db } from '../db.ts';
import { type Guard, guarded } from '../guard.ts';
import { createScanLine, type OpenOptions, tookTooLong } from '../open-options.ts';
import type { Schema } from '../schema.ts';
import { transact } from '../transact.ts';
import { postgresEngine } from './postgres-engine.ts';

const CONNECTIONS = 12;
const MAINTENANCE_CONNECTIONS = 2;
const SCAN_CONNECTIONS = 3;
const CONNECT_MS = 5000;
const STATEMENT_MS = 60_000;
const GRACE_MS = 5000;
const NAMED_STATEMENTS = 500;
const INT8 = 20;
const NUMERIC = 1700;
// A plan that is kept from when a table was small would go through all of it once it is large: planning anew costs less than one such statement.
const SESSION = '-c idle_in_transaction_session_timeout=5000 -c lock_timeout=10000 -c plan_cache_mode=force_custom_plan';

// On our own pool and not on pg.types: pg-boss reads the same types in its own way.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)),
};

type StatementNames = (text: string) => string | undefined;

/** Names for statements whose text recurs. `*` is left out: a named statement breaks when its columns change under it. */
function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMED_STATEMENTS || text.includes('*')) return known;
    const name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
    return name;
  };
}

interface PoolOptions {
  readonly max: number;
  /** The most that a statement may take, milliseconds; 0 for no bound. */
  readonly statementMs: number;
  readonly readOnly?: boolean;
}

function createPool(url: string, { max, statementMs, readOnly = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: `${SESSION} -c statement_timeout=${statementMs}${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
    // A server that hangs does not keep to its own time-out.
    query_timeout: statementMs === 0 ? 0 : statementMs + GRACE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'posthorn',
  });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  // Nor a lost one that is in use: the pool hears only the idle ones. Its queries fail by themselves.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const guard: Guard = {
  isUnavailable: postgresEngine.isUnavailable,
  statement: (run) => run(),
  // The connection is given up then, and the transaction with it; the error that comes first says why.
  rollback: (run) => run().catch(() => undefined),
};

/** A statement that its own time-out has ended. */
const isCanceled = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

const scanGuard: Guard = {
  ...guard,
  statement: (run) =>
    run().catch((error) => {
      throw isCanceled(error) ? tookTooLong(error) : error;
    }),
};

function createKysely(pool: pg.Pool, around: OpenOptions['around']): Kysely<Schema> {
  const dialect = new PostgresDialect({ pool: wrapped(pool, createStatementNames()) });
  return new Kysely<Schema>({ dialect: guarded(around(dialect), guard) });
}

type ScanPool = Pick<pg.Pool, 'connect' | 'end'>;

/** A pool whose connections an owner gets in its turns. */
function inLine(pool: pg.Pool, { line, owner, scanMs }: { line: FairLine; owner: string; scanMs: number }): ScanPool {
  async function connect(): Promise<pg.PoolClient> {
    const patience = new AbortController();
    const giveUp = () => {
      patience.abort();
      throw tookTooLong(new Error(`no turn within ${scanMs} ms`));
    };
    const leave = await pTimeout(line.enter(owner, patience.signal), { milliseconds: scanMs, fallback: giveUp });
    try {
      const client = await pool.connect();
      const release = client.release.bind(client);
      client.release = (discard) => {
        release(discard);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }
  // Safe because nobody asks it for a callback.
  return { connect: connect as pg.Pool['connect'], end: async () => undefined };
}

/** Without names: scans have as many texts as tenants have ideas. */
function createScan(pool: pg.Pool, { scanMs, around }: OpenOptions): Db['scan'] {
  const line = createScanLine({ atOnce: SCAN_CONNECTIONS, mostPerOwner: SCAN_CONNECTIONS - 1 });
  return (owner) => {
    const dialect = new PostgresDialect({ pool: wrapped(inLine(pool, { line, owner, scanMs }), () => undefined) });
    return new Kysely<Schema>({ dialect: guarded(around(dialect), scanGuard) });
  };
}

function wrapped(pool: ScanPool, nameOf: StatementNames): ConstructorParameters<typeof PostgresDialect>[0]['pool'] {
  const wrap = (client: pg.PoolClient) => {
    let broken = false;
    return {
      query: async (text: string, values: readonly unknown[] = []) => {
        if (broken) throw new Error('Connection terminated: an earlier statement broke it');
        const name = nameOf(text);
        try {
          return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
        } catch (error) {
          broken ||= postgresEngine.isUnavailable(error);
          throw error;
        }
      },
      // It may be closed without our having heard, or still owe an answer that the next statement would wait for.
      release: (discard?: boolean) => client.release(discard === true || broken),
    };
  };
  // Safe because Kysely asks nothing of a client but these two.
  return {
    connect: async () => wrap(await pool.connect()),
    end: () => pool.end(),
  } as unknown as ConstructorParameters<typeof PostgresDialect>[0]['pool'];
}

async function checkSettings(kysely: Kysely<Schema>): Promise<void> {
  const shown = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(kysely);
  if (shown.rows[0]?.synchronous_commit === 'off') throw new Error('PostgreSQL has synchronous_commit=off: accepted mail could be lost');
}

/** What the driver says, without its stack; several addresses that refuse have only a code. */
function describe(error: unknown): string {
  const fault = error instanceof Unavailable ? error.cause : error;
  if (!(fault instanceof Error)) return String(fault);
  return fault.message.split('\n', 1)[0] || ('code' in fault ? String(fault.code) : fault.name);
}

/** Opens pools on a PostgreSQL database. Throws ConfigError when it cannot be used. */
export async function openPostgres(url: string, { scanMs, around }: OpenOptions): Promise<Db> {
  const kysely = createKysely(createPool(url, { max: CONNECTIONS, statementMs: STATEMENT_MS }), around);
  const maintenance = createKysely(createPool(url, { max: MAINTENANCE_CONNECTIONS, statementMs: 0 }), around);
  const scanPool = createPool(url, { max: SCAN_CONNECTIONS, statementMs: scanMs, readOnly: true });
  const close = async () => {
    await scanPool.end();
    await kysely.destroy();
    await maintenance.destroy();
  };
  try {
    await checkSettings(kysely);
  } catch (error) {
    await close();
    throw new ConfigError(`DATABASE_URL: the database cannot be used: ${describe(error)}`);
  }
  return {
    read: kysely,
    write: kysely,
    maintenance,
    scan: createScan(scanPool, { scanMs, around }),
    transact: (work) => transact(kysely, work),
    close,
  };
}
