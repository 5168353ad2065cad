import type { Db } from '@posthorn/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import { Unavailable } from '../core/unavailable.ts';

/** Takes about a second, and ends by itself. */
const LONG = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000000) select count(*) as count from n`;

describe.each(engines)('scans on $name', (engine) => {
  let database: OpenDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await openMigrated(engine);
    ({ db } = database);
  });
  afterAll(() => database.close());

  const countTenants = async () => {
    const { count } = await db.scan
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
    const scan = LONG.execute(db.scan).then(() => order.push('scan'));
    for (let turn = 0; turn < 20; turn += 1) await sql`select 1`.execute(db.read);
    order.push('reads');
    await scan;
    expect(order).toEqual(['reads', 'scan']);
  });

  it('answer each caller with its own rows', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => sql<{ n: number }>`select cast(${n} as bigint) as n`.execute(db.scan)));
    expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3, 4, 5].map((n) => [{ n }]));
  });

  it('say what is wrong with a statement, and take the next', async () => {
    await expect(sql`select x from nowhere`.execute(db.scan)).rejects.toThrow(/nowhere/);
    expect(await countTenants()).toBe(1);
  });

  it('write nothing', async () => {
    await expect(db.scan.deleteFrom('tenants').execute()).rejects.toThrow();
    expect(await countTenants()).toBe(1);
  });

  it('are given up after their time, with a sentence', async () => {
    const impatient = await openMigrated(engine, { scanMs: 100 });
    const given = await LONG.execute(impatient.db.scan).catch((error: unknown) => error);
    expect(given).toBeInstanceOf(Unavailable);
    expect(given).toMatchObject({ detail: 'The query took too long; narrow it down or try again.' });
    await impatient.close();
  });

  it('end with the database', async () => {
    const closing = await openMigrated(engine);
    const scan = sql`select 1`.execute(closing.db.scan);
    await expect(scan).resolves.toBeDefined();
    await closing.close();
    await expect(sql`select 1`.execute(closing.db.scan)).rejects.toThrow();
  });
});
