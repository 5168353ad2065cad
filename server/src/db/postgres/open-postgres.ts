import { CompiledQuery, type Dialect, Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pTimeout from 'p-timeout';
import pg from 'pg';
import type { FairLimiter } from '../../core/concurrency/fair-limiter.ts';
import { HOUR_MS } from '../../core/durations.ts';
import type { Db } from '../db.ts';
import type { Trx } from '../engine.ts';
import { type Guard, guardDialect } from '../guard.ts';
import { createScanLine, type OpenOptions, ScanTimeout } from '../open-options.ts';
import type { Schema } from '../schema.ts';
import { transact } from '../transact.ts';
import { createNamedStatements, createSessionless, KEEP_PLANS, type Run, runUnnamed, wrapPool } from './clients.ts';
import { startDatabaseClock } from './database-clock.ts';
import { createDiskWatch } from './disk-watch.ts';
import { examineDatabase } from './examine-database.ts';
import { examineSessions, isAnswering, isAnsweringBehind } from './examine-sessions.ts';
import { toConfigError } from './open-fault.ts';
import { pipelined } from './pipeline.ts';
import { postgresEngine } from './postgres-engine.ts';
import { type ServerWatch, startServerWatch } from './server-watch.ts';
import { connectionOf, isPooled, type SessionOptions, transactionSettings } from './session.ts';
import { type ConnectionPool, shareConnections } from './share-connections.ts';

const CONNECTIONS = 12;
const MAINTENANCE_CONNECTIONS = 2;
const SCAN_CONNECTIONS = 3;
const CONNECT_MS = 5000;
const STATEMENT_MS = 60_000;
const GRACE_MS = 5000;
/** The advisory lock that Kysely uses for migrations. */
const MIGRATION_LOCK = 3853314791062309107n;
const MIGRATION_LOCK_MS = HOUR_MS;
/** Whoever asks waits no longer for an answer, and hears elsewhere that there is none. */
const ON_FAULT = { milliseconds: 2000, fallback: () => false };
const INT8 = 20;
const NUMERIC = 1700;
// On our own pool rather than on pg.types: pg-boss reads the same types in its own way.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)),
};

interface PoolOptions extends SessionOptions {
  readonly max: number;
}

/** Not in the types yet: statements are sent while earlier ones are unanswered. */
interface PipelinedPoolConfig extends pg.PoolConfig {
  readonly pipeline: boolean;
}

function createPool(url: string, { max, ...session }: PoolOptions): ConnectionPool {
  const { statementMs } = session;
  const options: PipelinedPoolConfig = {
    ...connectionOf(url, session),
    max,
    types,
    // A server that hangs does not obey its own time-out.
    query_timeout: statementMs === 0 ? 0 : statementMs + GRACE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'posthorn',
    // A pooler may not preserve the order of unanswered statements.
    pipeline: !isPooled(url),
  };
  const pool = new pg.Pool(options);
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  // The same for one in use, as the pool only handles errors of idle ones. Its queries fail anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return shareConnections(pool);
}

const guard: Guard = {
  isUnavailable: postgresEngine.isUnavailable,
  statement: (run) => run(),
  // The connection is discarded then, and the transaction with it; the first error says why.
  rollback: (run) => run().catch(() => undefined),
};

/** A statement cancelled by its own time-out. */
const isCanceled = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

const scanGuard: Guard = {
  ...guard,
  statement: (run) =>
    run().catch((error) => {
      throw isCanceled(error) ? new ScanTimeout(error) : error;
    }),
};

/**
 * The migration lock, like Kysely's own, but released by the end of the transaction: a pooler may give the session to another client by
 * then.
 */
const createAdapter = () =>
  Object.assign(new PostgresAdapter(), {
    acquireMigrationLock: async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(db);
      await sql`select set_config('lock_timeout', ${`${MIGRATION_LOCK_MS}ms`}, true)`.execute(db);
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
      await sql`select set_config('lock_timeout', ${rows[0]?.before}, true)`.execute(db);
    },
    releaseMigrationLock: async () => undefined,
  });

/** A pool whose connections are given to owners in turn. */
function inLine(pool: ConnectionPool, { line, owner, scanMs }: { line: FairLimiter; owner: string; scanMs: number }): ConnectionPool {
  async function connect(): Promise<pg.PoolClient> {
    const patience = new AbortController();
    const giveUp = () => {
      patience.abort();
      throw new ScanTimeout(new Error(`no turn within ${scanMs} ms`));
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
  // Safe because nobody passes it a callback.
  return { connect: connect as pg.Pool['connect'], end: async () => undefined };
}

interface KyselyParts extends SessionOptions {
  readonly url: string;
  readonly pool: ConnectionPool;
  readonly around: OpenOptions['around'];
  readonly guard: Guard;
  /** How statements are run on connections with a session. */
  readonly run: Run;
  readonly watch?: ServerWatch;
}

function createKysely({ url, pool, around, guard, run, watch, ...session }: KyselyParts): Kysely<Schema> {
  const running = isPooled(url) ? createSessionless(transactionSettings(session)) : run;
  const postgres = new PostgresDialect({ pool: wrapPool(pool, running, watch) });
  const dialect: Dialect = {
    createDriver: () => postgres.createDriver(),
    createQueryCompiler: () => postgres.createQueryCompiler(),
    createIntrospector: (db) => postgres.createIntrospector(db),
    createAdapter,
  };
  const pooled = isPooled(url);
  return new Kysely<Schema>({ dialect: guardDialect(pooled ? around(dialect) : pipelined(around(dialect)), guard) });
}

/** Takes 100 KB of the database's disk and gives it back; a table that is changed may have room of its own. */
const takeRoom = (db: Kysely<Schema>) =>
  sql`create temporary table room on commit drop as select repeat('x', 100) as text from generate_series(1, 800)`.execute(db);

/** Opens pools on a PostgreSQL database. Throws ConfigError if it cannot be used. */
export async function openPostgres(url: string, { scanMs, around, onSkew, directUrl }: OpenOptions): Promise<Db> {
  const disk = createDiskWatch(() => takeRoom(kysely));
  const noting: Guard = {
    ...guard,
    isUnavailable(error) {
      disk.note(error);
      return guard.isUnavailable(error);
    },
  };
  const open = (max: number, options: SessionOptions & Pick<KyselyParts, 'watch'>) => {
    const pool = createPool(url, { max, ...options });
    return createKysely({ url, around, guard: noting, run: createNamedStatements(), pool, ...options });
  };
  // For statements of requests. Others that are unbounded, such as maintenance, may wait for a server that hangs.
  let isDirect = false;
  const watch = startServerWatch(() => (directUrl !== undefined && isDirect ? isAnsweringBehind(url, directUrl) : isAnswering(url)));
  const kysely = open(CONNECTIONS, { statementMs: STATEMENT_MS, watch });
  const maintenance = open(MAINTENANCE_CONNECTIONS, { statementMs: 0 });
  const scanning = { statementMs: scanMs, readOnly: true };
  const scans = createPool(url, { max: SCAN_CONNECTIONS, ...scanning });
  const line = createScanLine({ atOnce: SCAN_CONNECTIONS, mostPerOwner: SCAN_CONNECTIONS - 1 });
  // Without names: scans have as many texts as tenants compose.
  const scan: Db['scan'] = (owner) =>
    createKysely({ url, around, guard: scanGuard, run: runUnnamed, pool: inLine(scans, { line, owner, scanMs }), ...scanning });
  const closePools = async () => {
    await watch.stop();
    await scans.end();
    await kysely.destroy();
    await maintenance.destroy();
  };
  try {
    await examineSessions(url, { statementMs: STATEMENT_MS });
    // A server that was never reached from here tells nothing later.
    isDirect = directUrl !== undefined && (await isAnswering(directUrl));
    const clock = await startDatabaseClock(kysely, onSkew);
    const close = () => clock.stop().then(closePools);
    const isReadOnly = async () => (await examineDatabase(kysely)).isReadOnly;
    const isSo = (look: Promise<boolean>) => pTimeout(look, ON_FAULT).catch(() => false);
    const fault: Db['fault'] = async () => {
      const [readOnly, full] = await Promise.all([isSo(isReadOnly()), isSo(disk.isFull())]);
      if (readOnly) return 'read_only';
      return full ? 'full' : undefined;
    };
    const keepPlans = async (trx: Trx) => {
      if (!isPooled(url)) await postgresEngine.runUnanswered(trx, CompiledQuery.raw(KEEP_PLANS));
    };
    const run: Db['transact'] = (work, options) =>
      transact(kysely, async (trx) => {
        if (options?.keepPlans === true) await keepPlans(trx);
        return work(trx);
      });
    const releaseCaches = async () => undefined;
    return {
      read: kysely,
      write: kysely,
      maintenance,
      scan,
      scans: line.load,
      clock,
      writers: 'many',
      transact: run,
      fault,
      releaseCaches,
      close,
    };
  } catch (error) {
    await closePools();
    throw toConfigError(error);
  }
}
