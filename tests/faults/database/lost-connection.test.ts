import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/wait.ts';

describe.each(engines.filter(({ name }) => name === 'postgres'))('a connection that $name closes', (engine) => {
  it('fails the transaction that holds it between two statements, and nothing else', async () => {
    const database = await engine.create();
    const db = await openDatabase(database.url);
    const transaction = db.transact(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const pid = rows[0]?.pid ?? 0;
      await sql`select pg_terminate_backend(${pid})`.execute(db.read);
      await eventually(async () => {
        const found = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db.read);
        return found.rows.length === 0 ? true : undefined;
      });
      await sql`select 1`.execute(trx);
    });
    await expect(transaction).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(db.write)).rows).toEqual([{ one: 1 }]);
    await db.close();
    await database.drop();
  });
});
