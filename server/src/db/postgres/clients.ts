import { createHash } from 'node:crypto';
import type { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { systemClock } from '../../core/clock.ts';
import { postgresEngine } from './postgres-engine.ts';
import type { ServerWatch } from './server-watch.ts';
import type { ConnectionPool } from './share-connections.ts';

const NAMED_STATEMENTS = 500;
/** How long a plan is kept at most: one made while a table was small would scan all of it once it is large. */
const PLANS_MS = 2000;
/** Makes a transaction reuse the generic plans of its named statements. */
export const KEEP_PLANS = 'set local plan_cache_mode = force_generic_plan';

type KyselyPool = ConstructorParameters<typeof PostgresDialect>[0]['pool'];
/** Runs one statement on a client, and returns its result. */
export type Run = (client: pg.PoolClient, text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

const INSERT = /^\s*(?:with \w+ as \(\s*)?insert into\b/i;

/** What an insert returns. */
function returned(text: string): string {
  const from = text.search(/\breturning\b/i);
  return from < 0 ? '' : (text.slice(from).split(')', 1)[0] ?? '');
}

/**
 * Whether a statement can be named: a named one breaks when the columns that it returns change, as those of `*` do. An insert lists its
 * columns.
 */
const mayBreak = (text: string) => text.includes('*') && (!INSERT.test(text) || returned(text).includes('*'));

/** Runs two statements in one round trip, and returns the result of the second. */
async function runBoth(client: pg.PoolClient, first: string, second: string): Promise<pg.QueryResult> {
  // Several statements in one text return an array of results, which the types do not know.
  const answers: pg.QueryResult | pg.QueryResult[] = await client.query(`${first}; ${second}`);
  // Safe because there are at least two statements.
  return Array.isArray(answers) ? (answers.at(-1) as pg.QueryResult) : answers;
}

/** Returns a function that makes a transaction keep plans, after discarding those of the connection that are too old. */
function createPlanKeeper(): (client: pg.PoolClient) => Promise<pg.QueryResult> {
  const discardedAt = new WeakMap<pg.PoolClient, number>();
  return (client) => {
    const now = systemClock.monotonic();
    const age = now - (discardedAt.get(client) ?? Number.NEGATIVE_INFINITY);
    if (age < PLANS_MS) return client.query(KEEP_PLANS);
    discardedAt.set(client, now);
    return runBoth(client, 'discard plans', KEEP_PLANS);
  };
}

/** Returns a function that runs statements, and names those whose text recurs. */
export function createNamedStatements(): Run {
  const keepPlans = createPlanKeeper();
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMED_STATEMENTS || mayBreak(text)) return known;
    const name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
    return name;
  };
  return (client, text, values) => {
    if (text === KEEP_PLANS) return keepPlans(client);
    const name = nameOf(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
}

/** Runs a statement without a name: for texts that tenants compose, whose number is unbounded. */
export const runUnnamed: Run = (client, text, values) => client.query({ text, values: [...values] });

/** Runs a statement in its own transaction. */
async function runAlone(client: pg.PoolClient, run: () => Promise<pg.QueryResult>, settings: string): Promise<pg.QueryResult> {
  try {
    await runBoth(client, 'begin', settings);
    const answer = await run();
    await client.query('commit');
    return answer;
  } catch (error) {
    // If this fails too, the connection is lost, as the first error says.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Returns a function that runs statements on connections without a session: each transaction begins with its settings, and every statement
 * is in one.
 */
export function createSessionless(settings: string): Run {
  const inTransaction = new WeakSet<pg.PoolClient>();
  return async (client, text, values) => {
    if (/^(?:begin|start transaction)\b/.test(text)) {
      const begun = await runBoth(client, text, settings);
      inTransaction.add(client);
      return begun;
    }
    if (!inTransaction.has(client)) return runAlone(client, () => runUnnamed(client, text, values), settings);
    if (/^(?:commit|rollback)$/.test(text)) inTransaction.delete(client);
    return runUnnamed(client, text, values);
  };
}

/**
 * Returns a pool for Kysely, whose clients are discarded once they have lost the server. With a watch, it gives none while the server is
 * silent.
 */
export function wrapPool(pool: ConnectionPool, run: Run, watch?: ServerWatch): KyselyPool {
  const wrap = (client: pg.PoolClient) => {
    let broken = false;
    return {
      query: async (text: string, values: readonly unknown[] = []) => {
        if (broken) throw new Error('Connection terminated: an earlier statement broke it');
        try {
          return await (watch === undefined ? run(client, text, values) : watch.watch(client, () => run(client, text, values)));
        } catch (error) {
          broken ||= postgresEngine.isUnavailable(error);
          throw error;
        }
      },
      // The connection may be closed without our knowing, or still owe a result that the next statement would wait for.
      release: (discard?: boolean) => client.release(discard === true || broken),
    };
  };
  const connect = async () => {
    watch?.assertAnswering();
    return wrap(await pool.connect());
  };
  // Safe because Kysely uses nothing of a client but these two.
  return { connect, end: () => pool.end() } as unknown as KyselyPool;
}
