import type { Db } from '@posthorn/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { withinScanTime } from './dialect.ts';

/** Takes about a second, and ends by itself. */
const LONG = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000000) select count(*) as count from n`;

const SHORT = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select count(*) as count from n`;

describe.each(engines)('scans on $name', (engine) => {
  let database: OpenDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await openMigrated(engine);
    ({ db } = database);
  });
  afterAll(() => database.close());

  const countTenants = async () => {
    const { count } = await db
      .scan('t')
      .selectFrom('tenants')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  it('see what was committed before', async () => {
    expect(await countTenants()).toBe(0);
    const tenant = { id: 'ten_1', name: 'One', plan: 'free', suspended: 0, overrides: '{}', created_at: 1, deleted_at: null } as const;
    await db.transact((trx) => trx.insertInto('tenants').values(tenant).execute());
    expect(await countTenants()).toBe(1);
  });

  it('let other work go on meanwhile', async () => {
    const order: string[] = [];
    const scan = LONG.execute(db.scan('t')).then(() => order.push('scan'));
    for (let turn = 0; turn < 20; turn += 1) await sql`select 1`.execute(db.read);
    order.push('reads');
    await scan;
    expect(order).toEqual(['reads', 'scan']);
  });

  it('answer each caller with its own rows', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => sql<{ n: number }>`select cast(${n} as bigint) as n`.execute(db.scan('t'))),
    );
    expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3, 4, 5].map((n) => [{ n }]));
  });

  it('say what is wrong with a statement, and take the next', async () => {
    await expect(sql`select x from nowhere`.execute(db.scan('t'))).rejects.toThrow(/nowhere/);
    expect(await countTenants()).toBe(1);
  });

  it('write nothing', async () => {
    await expect(db.scan('t').deleteFrom('tenants').execute()).rejects.toThrow();
    expect(await countTenants()).toBe(1);
  });

  it('are given up after their time, with a sentence', async () => {
    const impatient = await openMigrated(engine, { scanMs: 100 });
    const given = await LONG.execute(impatient.db.scan('t')).catch((error: unknown) => error);
    expect(given).toBeInstanceOf(Unavailable);
    expect(given).toMatchObject({ detail: 'The query took too long; narrow it down or try again.' });
    await impatient.close();
  });

  it('of one tenant hold nobody else up, however many they are', async () => {
    const patient = await openMigrated(engine);
    const order: string[] = [];
    // Each so long that the first of another tenant's may open a connection meanwhile.
    const all = Array.from({ length: 5 }, () => LONG.execute(patient.db.scan('greedy')).then(() => order.push('greedy')));
    await SHORT.execute(patient.db.scan('modest'));
    expect(order.length).toBeLessThanOrEqual(2);
    await Promise.all(all);
    await patient.close();
  });

  it('of one tenant wait in a line of 16, and what comes then is told to come again', async () => {
    const all = Array.from({ length: 30 }, () => SHORT.execute(db.scan('greedy')));
    const results = await Promise.allSettled(all);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(12);
    expect(refused[0]).toMatchObject({ reason: { detail: expect.stringContaining('Too many queries of yours wait') } });
    await SHORT.execute(db.scan('greedy'));
  });

  it('end by themselves, and leave the way free, where they would go on for ever', async () => {
    const impatient = await openMigrated(engine, { scanMs: 300 });
    const endless = sql`with recursive n(rowid) as (select 1 union all select rowid + 1 from n where ${withinScanTime(impatient.db.read, 'n')})
      select count(*) from n`;
    const given = await endless.execute(impatient.db.scan('a')).catch((error: unknown) => error);
    expect(given).toMatchObject({ detail: 'The query took too long; narrow it down or try again.' });
    const answered = () => sql`select 1 as one`.execute(impatient.db.scan('b')).catch(() => undefined);
    await expect.poll(async () => (await answered())?.rows).toEqual([{ one: 1 }]);
    await impatient.close();
  });

  it('end with the database', async () => {
    const closing = await openMigrated(engine);
    const scan = sql`select 1`.execute(closing.db.scan('t'));
    await expect(scan).resolves.toBeDefined();
    await closing.close();
    await expect(sql`select 1`.execute(closing.db.scan('t'))).rejects.toThrow();
  });
});
