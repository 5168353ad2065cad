import { type RunningServer, startServer } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlobs } from '../../server/src/blobs/create-blobs.ts';
import { databaseStore } from '../../server/src/blobs/database.ts';
import { createDelivery } from '../../server/src/delivery/index.ts';
import { eventRecorder } from '../../server/src/events/index.ts';
import { outcomeApplier } from '../../server/src/messages/index.ts';
import type { HandOver, OutgoingMail, Provider } from '../../server/src/provider/provider.ts';
import { createQueue } from '../../server/src/queue/create-queue.ts';
import { engines, type TestDatabase } from '../support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../support/server.ts';

const handOver = ({ envelope }: OutgoingMail, changes: Partial<HandOver> = {}): HandOver => ({
  replies: envelope.to.map((email) => ({ email, outcome: 'accepted' })),
  providerMessageId: 'id',
  inDoubt: false,
  brokenOff: false,
  ...changes,
});
const putOff = (mail: OutgoingMail, changes: Partial<HandOver> = {}): HandOver =>
  handOver(mail, {
    replies: mail.envelope.to.map((email) => ({ email, outcome: 'deferred', about: 'mail', code: 451, reply: '451 later' })),
    providerMessageId: null,
    ...changes,
  });

describe.each(engines)('a chunk of messages on $name', (engine) => {
  let database: TestDatabase;
  let server: RunningServer;

  beforeEach(async () => {
    database = await engine.create();
    const environment = { PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32), DATABASE_URL: database.url };
    server = await startServer({ migrate: true, environment: { ...environment, ROLE: 'api' } });
  });
  afterEach(async () => {
    await server.stop();
    await database.drop();
  });

  async function accept(texts: readonly string[]): Promise<string[]> {
    const url = server.url ?? '';
    const tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN));
    const sends = texts.map((text) =>
      tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: text } }),
    );
    return (await Promise.all(sends)).map(({ body }) => body.message_id);
  }

  function deliver(ids: readonly string[], send: Provider['send'], { bytesInFlight = 1_000_000, holdsLease = (): boolean => true } = {}) {
    const { platform } = server;
    const delivery = createDelivery(platform, {
      queue: createQueue(platform),
      provider: { send, close: async () => undefined },
      blobs: createBlobs(platform, databaseStore(platform.db)),
      applyOutcomes: outcomeApplier(platform, eventRecorder(platform.db.dialect, [])),
      bytesInFlight,
    });
    return delivery.deliver([{ id: 'job_1', attempt: 1, payload: { message_ids: [...ids] }, holdsLease }], new AbortController().signal);
  }

  const messages = () => server.platform.db.read.selectFrom('messages').selectAll().execute();
  const attempts = () => server.platform.db.read.selectFrom('delivery_attempts').selectAll().execute();

  it('holds no more bytes at once than it may, and sends all', async () => {
    let underWay = 0;
    let most = 0;
    const send: Provider['send'] = async (mail, options) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await options?.beforeData();
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return handOver(mail);
    };
    await deliver(await accept(Array.from({ length: 6 }, () => 'x'.repeat(400))), send, { bytesInFlight: 1000 });
    expect(most).toBe(2);
    expect((await messages()).map(({ status }) => status)).toEqual(Array(6).fill('sent'));
  });

  it('counts an attempt that ended before DATA, with its outcome', async () => {
    const [id] = await accept(['x']);
    await deliver([id ?? ''], async (mail) => putOff(mail));
    expect(await messages()).toMatchObject([{ status: 'queued', attempts: 1, first_attempt_at: expect.any(Number), claim_job: null }]);
    expect(await attempts()).toMatchObject([
      { message_id: id, attempt: 1, outcome: 'deferred', reply: '451 later', ended_at: expect.any(Number) },
    ]);
  });

  it('marks an attempt durably before DATA', async () => {
    const seen: unknown[] = [];
    await deliver(await accept(['x']), async (mail, options) => {
      seen.push(await attempts(), await options?.beforeData(), await attempts());
      return handOver(mail);
    });
    expect(seen).toMatchObject([[], true, [{ outcome: null }]]);
    expect(await attempts()).toMatchObject([{ outcome: 'accepted' }]);
  });

  it('gives back what was broken off before DATA, due now and without an attempt', async () => {
    await deliver(await accept(['x']), async (mail) => putOff(mail, { brokenOff: true }));
    expect(await messages()).toMatchObject([{ status: 'queued', attempts: 0, claim_job: null, due_at: expect.any(Number) }]);
    expect(await attempts()).toEqual([]);
  });

  it('begins nothing once its lease has run out, and leaves no doubt', async () => {
    let held = true;
    const answers: unknown[] = [];
    const send: Provider['send'] = async (mail, options) => {
      held = false;
      answers.push(await options?.beforeData());
      return putOff(mail, { brokenOff: true });
    };
    await deliver(await accept(['x']), send, { holdsLease: () => held });
    expect(answers).toEqual([false]);
    expect(await attempts()).toEqual([]);
  });

  it('gives back what broke off by a fault of ours, and the rest goes out', async () => {
    const ids = await accept(['one', 'two']);
    const send: Provider['send'] = async (mail) => {
      if (mail.messageId === ids[0]) throw new Error('a fault of ours');
      return handOver(mail);
    };
    await expect(deliver(ids, send)).rejects.toThrow();
    const rows = new Map((await messages()).map((row) => [row.id, row]));
    expect(rows.get(ids[0] ?? '')).toMatchObject({ status: 'queued', claim_job: null, due_at: expect.any(Number) });
    expect(rows.get(ids[1] ?? '')).toMatchObject({ status: 'sent', claim_job: null, due_at: null });
  });

  it('settles nothing of a message that somebody else has taken', async () => {
    const { db } = server.platform;
    const answers: unknown[] = [];
    await deliver(await accept(['x']), async (mail, options) => {
      await db.write.updateTable('messages').set({ claim_job: 'job_2' }).execute();
      answers.push(await options?.beforeData());
      return putOff(mail, { brokenOff: true });
    });
    expect(answers).toEqual([false]);
    expect(await messages()).toMatchObject([{ status: 'sending', claim_job: 'job_2', attempts: 0 }]);
    expect(await attempts()).toEqual([]);
  });
});
