import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../../../../tests/support/engines.ts';
import { eventually } from '../../../../tests/support/wait.ts';
import { type ConnectionPool, shareConnections } from './share-connections.ts';

describe('a pool of a user whose server gives it two connections', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let role: string;
  let pool: ConnectionPool;
  beforeEach(async () => {
    database = await postgres.create();
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    role = `few_${process.pid}_${Date.now()}`;
    await owner.query(`create role ${role} login password 'x' connection limit 2`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'x' });
    const inner = new pg.Pool({ connectionString: url.href, max: 5, connectionTimeoutMillis: 300_000 });
    // One that is still being closed when its database is dropped must not fail the test.
    inner.on('connect', (client) => client.on('error', () => undefined));
    inner.on('error', () => undefined);
    pool = shareConnections(inner);
  });
  afterEach(async () => {
    await pool.end();
    await owner.query(`drop role ${role}`);
    await owner.end();
    await database.drop();
  });

  it('has others wait for one of these, each in turn', async () => {
    const held = [await pool.connect(), await pool.connect()];
    const got: number[] = [];
    const waiting = [0, 1, 2].map(async (place) => {
      const client = await pool.connect();
      got.push(place);
      client.release();
    });
    for (const client of held) client.release();
    await Promise.all(waiting);
    expect(got.toSorted()).toEqual([0, 1, 2]);
  });

  it('asks for more again', async () => {
    const held = [await pool.connect(), await pool.connect()];
    const third = pool.connect();
    held[0]?.release();
    (await third).release();
    await owner.query(`alter role ${role} connection limit 5`);
    const more = await eventually(async () => {
      const clients = [await pool.connect(), pool.connect()] as const;
      const both = await Promise.race([clients[1].then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 100, false))]);
      if (both) return clients;
      clients[0].release();
      (await clients[1]).release();
      return undefined;
    });
    for (const client of [held[1], more[0], await more[1]]) client?.release();
  });

  it('fails at once where it has none', async () => {
    await owner.query(`alter role ${role} connection limit 0`);
    const refused = { status: 'rejected', reason: { code: '53300' } };
    expect(await Promise.allSettled([pool.connect(), pool.connect()])).toMatchObject([refused, refused]);
  });
});
