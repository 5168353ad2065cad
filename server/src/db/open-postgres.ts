import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db } from './db.ts';
import { postgresDialect } from './dialect.ts';
import type { Schema } from './schema.ts';
import { transactor } from './transact.ts';

const CONNECTIONS = 12;
const NAMED_STATEMENTS = 500;
const INT8 = 20;
const NUMERIC = 1700;
const SESSION = '-c idle_in_transaction_session_timeout=5000 -c lock_timeout=10000';

// On our own pool and not on pg.types: pg-boss reads the same types in its own way.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)),
};

/** Names for statements whose text recurs. `*` is left out: a named statement breaks when its columns change under it. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMED_STATEMENTS || text.includes('*')) return known;
    const name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
    return name;
  };
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, types, options: SESSION, application_name: 'posthorn' });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  // Nor a lost one that is in use: the pool hears only the idle ones. Its queries fail by themselves.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function withNamedStatements(pool: pg.Pool): ConstructorParameters<typeof PostgresDialect>[0]['pool'] {
  const nameOf = statementNames();
  const wrap = (client: pg.PoolClient) => ({
    query: (text: unknown, values?: readonly unknown[]) => {
      if (typeof text !== 'string') return client.query(text as pg.Submittable);
      const name = nameOf(text);
      return client.query({ text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) });
    },
    release: (discard?: boolean) => client.release(discard),
  });
  // Safe because Kysely asks nothing of a client but these two.
  return {
    connect: async () => wrap(await pool.connect()),
    end: () => pool.end(),
  } as unknown as ConstructorParameters<typeof PostgresDialect>[0]['pool'];
}

/** Opens a pool on a PostgreSQL database. */
export async function openPostgres(url: string): Promise<Db> {
  const pool = createPool(url);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
  const close = () => kysely.destroy();
  try {
    const shown = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(kysely);
    if (shown.rows[0]?.synchronous_commit === 'off') throw new Error('PostgreSQL has synchronous_commit=off: accepted mail could be lost');
  } catch (error) {
    await close();
    throw error;
  }
  return { read: kysely, write: kysely, dialect: postgresDialect, transact: transactor(kysely, postgresDialect), close };
}
