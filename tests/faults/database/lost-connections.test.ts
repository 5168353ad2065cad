import { openDatabase, Unavailable } from '@posthorn/server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/wait.ts';

const QUERIES = 5;

const countSleeping = sql<{ count: number }>`
  select count(*) as count from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`;
const endOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

// The other engine has no connections to lose.
describe.each(engines.filter(({ name }) => name === 'postgres'))('connections that $name ends', (engine) => {
  it('fail their queries and transactions, and not the process; the next ones work', async () => {
    const database = await engine.create();
    const db = await openDatabase(database.url);
    const killer = await openDatabase(database.url);
    const sleep = sql`select pg_sleep(600)`;
    const queries = Array.from({ length: QUERIES }, () => sleep.execute(db.read));
    const transactions = Array.from({ length: QUERIES }, () => db.transact((trx) => sleep.execute(trx)));
    const settled = Promise.allSettled([...queries, ...transactions]);
    await eventually(async () => {
      const { rows } = await countSleeping.execute(killer.read);
      return rows[0]?.count === 2 * QUERIES ? true : undefined;
    });
    await endOthers.execute(killer.read);
    const reasons = (await settled).map((result) => (result.status === 'rejected' ? result.reason : result));
    expect(reasons).toHaveLength(2 * QUERIES);
    for (const reason of reasons) expect(reason).toBeInstanceOf(Unavailable);
    expect(await db.transact((trx) => sql`select 1 as one`.execute(trx))).toMatchObject({ rows: [{ one: 1 }] });
    await killer.close();
    await db.close();
    await database.drop();
  });
});
