import { randomUUID } from 'node:crypto';
import { type RunningServer, startServer } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../../tests/support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../../tests/support/server.ts';
import { createBlobs } from '../blobs/create-blobs.ts';
import { createDatabaseStore } from '../blobs/database-store.ts';
import { createHooks } from '../core/hooks.ts';
import type { HandOver, Provider } from '../provider/provider.ts';
import { createQueue } from '../queue/create-queue.ts';
import { createDelivery } from './index.ts';

const MINUTE = 60_000;
const REASON = 'delivery broke off';

/** How far a worker gets with a mail before it hangs. */
type Hangs = 'before DATA' | 'in DATA';

describe.each(engines)('messages of a job that is gone on $name', (engine) => {
  let database: TestDatabase;
  let server: RunningServer;

  beforeEach(async () => {
    database = await engine.create();
    const environment = { PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32), DATABASE_URL: database.url };
    server = await startServer({ environment: { ...environment, ROLE: 'api', CLOCK: 'virtual' } });
  });
  afterEach(async () => {
    await server.stop();
    await database.drop();
  });

  const admin = (method: string, path: string, body?: object) => caller(server.url ?? '', OPERATOR_TOKEN)(method, path, { body });
  const advance = (ms: number) => admin('POST', '/admin/clock', { advance_ms: ms });
  const sweep = () => admin('POST', '/admin/jobs/scheduler/run');
  const dispatch = () => admin('POST', '/admin/jobs/dispatch/run');
  const now = () => server.app.clock.now();

  async function accept() {
    const url = server.url ?? '';
    const tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN));
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    return { id: id as string, get: async () => (await tenant.call('GET', `/v1/messages/${id}`)).body };
  }

  /** Has a worker take a message for a job and hang with it; returns what lets it go on, as if it had been stopped. */
  async function hang(
    id: string,
    { hangs = 'before DATA' as Hangs, jobId = randomUUID() as string, inDoubt = 'retry' as 'retry' | 'fail' } = {},
  ) {
    const app = { ...server.app, hooks: createHooks(), config: { ...server.app.config, IN_DOUBT: inDoubt } };
    const reached = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const send: Provider['send'] = async ({ envelope }, options) => {
      const begun = hangs === 'in DATA' && (await options?.beforeData());
      reached.resolve();
      await gone.promise;
      const accepted = begun || (await options?.beforeData());
      const replies: HandOver['replies'] = accepted ? envelope.to.map((email) => ({ email, outcome: 'accepted' })) : [];
      return { replies, providerMessageId: 'late', inDoubt: false, brokenOff: !accepted };
    };
    const delivery = createDelivery(app, {
      queue: createQueue(app),
      provider: { send, close: async () => undefined },
      blobs: createBlobs(app, createDatabaseStore(app.db)),
    });
    const job = { id: jobId, attempt: 1, priority: 0, payload: { message_ids: [id] }, holdsLease: () => true };
    const ended = delivery.jobHandlers.deliver([job], new AbortController().signal);
    await Promise.race([reached.promise, ended]);
    return {
      sweep: delivery.backgroundJobs.scheduler.run,
      wake: async () => {
        gone.resolve();
        await ended;
      },
    };
  }

  const find = () => server.app.db.read.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
  const attempts = () =>
    server.app.db.read.selectFrom('delivery_attempts').select(['attempt', 'outcome', 'reply']).orderBy('attempt').execute();

  it('are put off by a minute, as by an attempt, and told of', async () => {
    const { id, get } = await accept();
    const worker = await hang(id);
    await sweep();
    expect(await find()).toMatchObject({ status: 'queued', attempts: 1, due_at: now() + MINUTE, claim_job: null, claim_expires_at: null });
    expect(await attempts()).toEqual([{ attempt: 1, outcome: 'deferred', reply: REASON }]);
    expect((await get()).events).toMatchObject([{ type: 'delivery_delayed', recipients: ['a@example.net'], data: { reason: REASON } }]);
    await worker.wake();
    await advance(MINUTE);
    await dispatch();
    expect(await get()).toMatchObject({ status: 'sent', recipients: [{ status: 'sent' }] });
  });

  it('have the attempt in doubt that had been marked, and no other', async () => {
    const { id, get } = await accept();
    const worker = await hang(id, { hangs: 'in DATA' });
    await sweep();
    expect(await find()).toMatchObject({ status: 'queued', attempts: 1, due_at: now() + MINUTE, claim_job: null });
    expect(await attempts()).toEqual([{ attempt: 1, outcome: 'in_doubt', reply: null }]);
    await advance(MINUTE);
    await dispatch();
    expect((await get()).status).toBe('sent');
    expect((await attempts()).map(({ attempt }) => attempt)).toEqual([1, 2]);
    const before = [await find(), await attempts()];
    await worker.wake();
    expect([await find(), await attempts()]).toEqual(before);
  });

  it('fail when an attempt in doubt is to end them', async () => {
    const { id, get } = await accept();
    const worker = await hang(id, { hangs: 'in DATA', inDoubt: 'fail' });
    await worker.sweep();
    expect(await get()).toMatchObject({ status: 'failed', events: [{ type: 'failed', data: { reason: 'in_doubt' } }] });
    await worker.wake();
  });

  it('are out of reach of a worker that wakes later and has not begun', async () => {
    const { id } = await accept();
    const worker = await hang(id, { hangs: 'before DATA' });
    await sweep();
    const before = [await find(), await attempts()];
    await worker.wake();
    expect([await find(), await attempts()]).toEqual(before);
  });

  it('are sent once a worker that wakes later says so, and nobody has begun anew', async () => {
    const { id, get } = await accept();
    const worker = await hang(id, { hangs: 'in DATA' });
    await sweep();
    await worker.wake();
    expect(await find()).toMatchObject({ status: 'sent', attempts: 1, due_at: null, claim_job: null, provider_message_id: 'late' });
    expect(await attempts()).toEqual([{ attempt: 1, outcome: 'accepted', reply: 'late' }]);
    expect((await get()).events.map(({ type }: { type: string }) => type)).toEqual(['delivery_delayed', 'sent']);
    await advance(MINUTE);
    await dispatch();
    expect((await attempts()).length).toBe(1);
  });

  it('are left alone while their job waits or runs', async () => {
    const { id } = await accept();
    const jobs = engine.name === 'sqlite' ? sql.table('jobs') : sql.id('pgboss', 'job');
    const { rows } = await sql<{ id: string }>`select id from ${jobs}`.execute(server.app.db.read);
    const worker = await hang(id, { jobId: rows[0]?.id ?? '' });
    const before = await find();
    expect(before.claim_job).toBe(rows[0]?.id);
    await sweep();
    expect(await find()).toEqual(before);
    await worker.wake();
    expect((await find()).status).toBe('sent');
  });

  it.each<Hangs>(['before DATA', 'in DATA'])('fail after a day if they end every worker, %s', async (hangs) => {
    const { id, get } = await accept();
    for (const minutes of [1, 5, 15, 60, 240, 240, 240, 240, 240]) {
      await hang(id, { hangs });
      await sweep();
      expect((await find()).due_at).toBe(now() + minutes * MINUTE);
      await advance(minutes * MINUTE);
      await sweep();
    }
    await hang(id, { hangs });
    await sweep();
    const message = await get();
    expect(message.status).toBe('failed');
    expect(message.events.map(({ type }: { type: string }) => type)).toEqual(['delivery_delayed', 'failed']);
    expect(message.events[1].data).toEqual({ reason: hangs === 'in DATA' ? 'in_doubt' : REASON });
    expect((await attempts()).length).toBe(10);
    expect(await find()).toMatchObject({ due_at: null, claim_job: null });
  });
});
