import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { postgres } from '../../../tests/support/engines.ts';
import { systemClock } from '../core/clock.ts';
import type { TransactOptions } from './db.ts';
import { insertMany, valuesTable } from './dialect.ts';
import { createNamedStatements, KEEP_PLANS } from './postgres/clients.ts';

const RUNS = 8;

describe('plans on postgres', () => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openMigrated(postgres);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => database.close());

  /** Runs an insert and an update by values in transactions, and returns how often plans that were kept have served for each. */
  const countKept = (options: TransactOptions) =>
    database.db.transact(async (trx) => {
      for (let start = 1; start <= RUNS; start += 1) {
        const bucket = { tenant_id: `t${JSON.stringify(options)}`, quota_window: 'daily', start, used: 1 };
        await insertMany(trx, 'quota_buckets', [bucket]);
        await trx
          .updateTable('quota_buckets')
          .from(valuesTable(trx, { tenant_id: 'text', used: 'bigint' }, [bucket]))
          .set({ used: 2 })
          .whereRef('quota_buckets.tenant_id', '=', 'v.tenant_id')
          .execute();
      }
      const { rows } = await sql<{ kept: number }>`
        select generic_plans as kept from pg_prepared_statements
        where statement ~ '^(insert into|update) "quota_buckets"' order by statement`.execute(trx);
      return rows.map(({ kept }) => kept);
    }, options);

  it('are made anew for each statement', async () => {
    expect(await countKept({})).toEqual([0, 0]);
  });

  it('are kept in a transaction that asks for it', async () => {
    expect(await countKept({ keepPlans: true })).toEqual([RUNS, RUNS]);
  });

  it('are kept for two seconds at most', async () => {
    let now = 1000;
    vi.spyOn(systemClock, 'monotonic').mockImplementation(() => now);
    const sent: string[] = [];
    const query = async (text: string) => sent.push(text);
    // Safe because it asks nothing else of a client.
    const client = { query } as unknown as pg.PoolClient;
    const run = createNamedStatements();
    for (const at of [1000, 2999, 3000, 4999, 5000]) {
      now = at;
      await run(client, KEEP_PLANS, []);
    }
    const anew = `discard plans; ${KEEP_PLANS}`;
    expect(sent).toEqual([anew, KEEP_PLANS, anew, KEEP_PLANS, anew]);
  });
});
