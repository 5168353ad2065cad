import { setImmediate as turn } from 'node:timers/promises';
import { openDatabase, Unavailable } from '@posthorn/server';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgres, type TestDatabase } from '../../../../tests/support/engines.ts';
import { startTcpProxy, type TcpProxy } from '../../../../tests/support/fakes/tcp-proxy.ts';
import type { Db } from '../db.ts';
import { isAnswering } from './examine-sessions.ts';
import { startServerWatch } from './server-watch.ts';

const SECOND_MS = 1000;
const TURNS = 20;

describe('the watch over a PostgreSQL server', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let db: Db;
  beforeEach(async () => {
    database = await postgres.create();
    proxy = await startTcpProxy(database.url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    db = await openDatabase(proxy.url);
  });
  afterEach(async () => {
    proxy.thaw();
    vi.useRealTimers();
    await db.close();
    await proxy.close();
    await database.drop();
  });

  /** Advances time, with turns of the event loop for results to arrive. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(SECOND_MS);
      for (let count = 0; count < TURNS; count += 1) await turn();
    }
  }

  const ask = () => sql`select 1 as one`.execute(db.read);

  it('gives up within 25 seconds what a server that hangs does not answer, and asks nothing of it until it does', async () => {
    await ask();
    const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
    const open = db.transact(async (trx) => {
      await sql`select 1`.execute(trx);
      begin();
      await hangs;
      return sql`select 2`.execute(trx);
    });
    await isBegun;
    proxy.freeze();
    hang();
    const failed = [open, ask()].map((work) => expect(work).rejects.toBeInstanceOf(Unavailable));
    await pass(25);
    await Promise.all(failed);
    await expect(ask()).rejects.toMatchObject({ cause: expect.objectContaining({ message: expect.stringContaining('does not answer') }) });
    proxy.thaw();
    await vi.waitFor(() => expect(ask()).resolves.toMatchObject({ rows: [{ one: 1 }] }), { timeout: 60_000 });
  });
});

describe('a statement that takes long', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** A watch with one statement in flight, and others that the server answers. */
  function stage(isAnswering: () => Promise<boolean>) {
    const destroy = vi.fn();
    const answer = Promise.withResolvers<string>();
    const watch = startServerWatch(isAnswering);
    onTestFinished(watch.stop);
    // Safe because nothing else of a client is used.
    const client = { connection: { stream: { destroy } } } as unknown as pg.PoolClient;
    return {
      watch,
      destroy,
      answer,
      slow: watch.watch(client, () => answer.promise),
      askAnother: () => watch.watch(client, async () => 1),
    };
  }

  it('is left alone as long as the server lets others in', async () => {
    const isAnswering = vi.fn(async () => true);
    const { watch, destroy, answer, slow } = stage(isAnswering);
    await vi.advanceTimersByTimeAsync(9 * SECOND_MS);
    expect(isAnswering).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50 * SECOND_MS);
    expect(isAnswering.mock.calls.length).toBe(5);
    answer.resolve('late');
    expect([await slow, destroy.mock.calls]).toEqual(['late', []]);
    watch.assertAnswering();
  });

  it('is left alone where nobody else is let in and the server answers those who are', async () => {
    const { watch, destroy, answer, slow, askAnother } = stage(async () => {
      await askAnother();
      return false;
    });
    await vi.advanceTimersByTimeAsync(20 * SECOND_MS);
    answer.resolve('late');
    expect([await slow, destroy.mock.calls]).toEqual(['late', []]);
    watch.assertAnswering();
  });

  it('is left alone where the server is not heard once', async () => {
    const heard = [false, true];
    const { watch, destroy, answer, slow } = stage(async () => heard.shift() ?? true);
    await vi.advanceTimersByTimeAsync(13 * SECOND_MS);
    answer.resolve('late');
    expect([await slow, destroy.mock.calls, heard]).toEqual(['late', [], []]);
    watch.assertAnswering();
  });

  it('is given up where the server is silent twice', async () => {
    const { destroy } = stage(async () => false);
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
    expect(destroy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
    expect(destroy).toHaveBeenCalled();
  });
});

describe('whether a server answers', () => {
  const failing = (code: string) => Object.assign(new Error(code), { code });
  const connectFailsWith = (error: Error) => vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(() => Promise.reject(error));
  afterEach(() => void vi.restoreAllMocks());

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])('is no where its machine is gone (%s)', async (code) => {
    connectFailsWith(failing(code));
    expect(await isAnswering('postgres://a:b@192.0.2.1/x')).toBe(false);
    connectFailsWith(new AggregateError([failing(code), failing(code)]));
    expect(await isAnswering('postgres://a:b@192.0.2.1/x')).toBe(false);
  });

  it.each(['ECONNREFUSED', '57P03', '53300', 'ENOTFOUND'])(
    'is yes where it lets nobody in, or its name is not known now (%s)',
    async (code) => {
      connectFailsWith(failing(code));
      expect(await isAnswering('postgres://a:b@192.0.2.1/x')).toBe(true);
    },
  );
});
