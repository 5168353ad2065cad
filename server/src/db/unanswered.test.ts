import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines, postgres } from '../../../tests/support/engines.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { insertMany, isUniqueViolation, runUnanswered, type Trx } from './dialect.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(engines)('statements whose answer nobody looks at on $name', (engine) => {
  let database: OpenDatabase;
  let tenants = 0;

  beforeAll(async () => {
    database = await openMigrated(engine);
  });
  afterAll(() => database.close());

  /** A tenant of its own, whose buckets may be there once each. */
  function newBuckets() {
    tenants += 1;
    const tenantId = `t${tenants}`;
    const insert = (trx: Trx, start: number) =>
      insertMany(trx, 'quota_buckets', [{ tenant_id: tenantId, quota_window: 'daily', start, used: 1 }]);
    const list = async (db: Pick<Trx, 'selectFrom'>) => {
      const rows = await db
        .selectFrom('quota_buckets')
        .select(['start', 'used'])
        .where('tenant_id', '=', tenantId)
        .orderBy('start')
        .execute();
      return rows.map(({ start, used }) => [start, used]);
    };
    return { tenantId, insert, list };
  }
  it('have run when the next one is answered, in their order', async () => {
    const { tenantId, insert, list } = newBuckets();
    const seen = await database.db.transact(async (trx) => {
      await insert(trx, 1);
      await runUnanswered(trx, trx.updateTable('quota_buckets').set({ used: 7 }).where('tenant_id', '=', tenantId).compile());
      await insert(trx, 2);
      return list(trx);
    });
    expect(seen).toEqual([
      [1, 7],
      [2, 1],
    ]);
    expect(await list(database.db.read)).toEqual(seen);
  });

  it('have the commit fail where nothing else came, and nothing is stored', async () => {
    const { insert, list } = newBuckets();
    const twice = database.db.transact(async (trx) => {
      await insert(trx, 1);
      await insert(trx, 2);
      await insert(trx, 1);
    });
    expect(isUniqueViolation(await failureOf(twice))).toBe(true);
    expect(await list(database.db.read)).toEqual([]);
  });

  it('have what comes next throw what they failed with, and not that the transaction has', async () => {
    const { insert, list } = newBuckets();
    const twice = database.db.transact(async (trx) => {
      await insert(trx, 1);
      await insert(trx, 1);
      await insert(trx, 2);
      await list(trx);
    });
    expect(isUniqueViolation(await failureOf(twice))).toBe(true);
    expect(await list(database.db.read)).toEqual([]);
  });

  it('leave nothing behind for the next transaction when the work fails by itself', async () => {
    const { insert, list } = newBuckets();
    const own = new Error('by itself');
    const failing = Array.from({ length: 20 }, () =>
      database.db.transact(async (trx) => {
        await insert(trx, 1);
        await insert(trx, 1).catch(() => undefined);
        throw own;
      }),
    );
    expect(new Set(await Promise.all(failing.map(failureOf)))).toEqual(new Set([own]));
    for (let round = 0; round < 20; round += 1) await database.db.transact(async (trx) => void (await sql`select 1`.execute(trx)));
    await database.db.transact((trx) => insert(trx, 3));
    expect(await list(database.db.read)).toEqual([[3, 1]]);
  });
});

// The other engine answers at once.
describe('a transaction whose last statements nobody waits for, on postgres', () => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openMigrated(postgres);
  });
  afterAll(() => database.close());

  const insert = (trx: Trx, id: string) => insertMany(trx, 'quota_buckets', [{ tenant_id: id, quota_window: 'daily', start: 1, used: 1 }]);
  const count = async (id: string) =>
    (await database.db.read.selectFrom('quota_buckets').select('start').where('tenant_id', '=', id).execute()).length;

  it('says that the database is unavailable where the connection ends under them, and stores nothing', async () => {
    const lost = database.db.transact(async (trx) => {
      await insert(trx, 'lost');
      await runUnanswered(trx, sql`select pg_terminate_backend(pg_backend_pid())`.compile(trx));
      await insert(trx, 'lost too');
    });
    expect(await failureOf(lost)).toBeInstanceOf(Unavailable);
    expect([await count('lost'), await count('lost too')]).toEqual([0, 0]);
  });

  it('runs again where one of them lost against another transaction', async () => {
    let tries = 0;
    await database.db.transact(async (trx) => {
      tries += 1;
      await insert(trx, 'again');
      if (tries === 1) await runUnanswered(trx, sql`do $$ begin raise exception using errcode = '40P01'; end $$`.compile(trx));
    });
    expect([tries, await count('again')]).toEqual([2, 1]);
  });
});
