import { setImmediate as turn } from 'node:timers/promises';
import { openDatabase, Unavailable } from '@posthorn/server';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pooler } from '../../../../tests/support/database/pgbouncer.ts';
import { startTransactionPooler } from '../../../../tests/support/database/transaction-pooler.ts';
import { postgres, type TestDatabase } from '../../../../tests/support/engines.ts';
import { startTcpProxy, type TcpProxy } from '../../../../tests/support/fakes/tcp-proxy.ts';
import type { Db } from '../db.ts';

const SECOND_MS = 1000;
const TURNS = 20;
const LOCK = 7;

describe('the watch over a PostgreSQL server behind a pooler', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let pooler: Pooler;
  let db: Db;
  beforeEach(async () => {
    database = await postgres.create();
    proxy = await startTcpProxy(database.url);
    pooler = await startTransactionPooler(proxy.url, { size: 1 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    db = await openDatabase(`${pooler.url}?pgbouncer=true`, { directUrl: proxy.url });
  });
  afterEach(async () => {
    proxy.thaw();
    vi.useRealTimers();
    vi.restoreAllMocks();
    await db.close();
    await pooler.stop();
    await proxy.close();
    await database.drop();
  });

  /** Advances time, with turns of the event loop for results to arrive. */
  async function pass(seconds: number, comeAbout: () => Promise<unknown> = async () => undefined): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(SECOND_MS);
      await comeAbout();
      for (let count = 0; count < TURNS; count += 1) await turn();
    }
  }

  const ask = () => sql`select 1 as one`.execute(db.read);

  it('gives up within 35 seconds what one that hangs does not answer, until it does', async () => {
    await ask();
    proxy.freeze();
    let failure: unknown;
    void ask().catch((error: unknown) => {
      failure = error;
    });
    await pass(35);
    expect(failure).toBeInstanceOf(Unavailable);
    await expect(ask()).rejects.toMatchObject({ cause: expect.objectContaining({ message: expect.stringContaining('does not answer') }) });
    proxy.thaw();
    await vi.waitFor(() => expect(ask()).resolves.toMatchObject({ rows: [{ one: 1 }] }), { timeout: 60_000 });
  });

  it('leaves a statement alone that has the only session for long', async () => {
    const direct = await openDatabase(database.url);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const holder = direct.transact(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
      hold();
      await released;
    });
    await isHeld;
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    const connected = () => Promise.all(connect.mock.results.map(({ value }) => value));
    const slow = db.transact(async (trx) => {
      await sql`set local lock_timeout = 0`.execute(trx);
      return sql`select pg_advisory_xact_lock(${LOCK}), 2 as two`.execute(trx);
    });
    await pass(45, connected);
    expect(connect.mock.calls.length).toBeGreaterThan(2);
    release();
    await holder;
    expect(await slow).toMatchObject({ rows: [{ two: 2 }] });
    await direct.close();
  });
});
