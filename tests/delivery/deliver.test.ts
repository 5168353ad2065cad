import { type RunningServer, startServer } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlobs } from '../../server/src/blobs/create-blobs.ts';
import { databaseStore } from '../../server/src/blobs/database.ts';
import { createDelivery } from '../../server/src/delivery/index.ts';
import { eventRecorder } from '../../server/src/events/index.ts';
import { outcomeApplier } from '../../server/src/messages/index.ts';
import type { HandOver, OutgoingMail, Provider } from '../../server/src/provider/provider.ts';
import { createQueue } from '../../server/src/queue/create-queue.ts';
import type { Addressee, FindSuppressed } from '../../server/src/suppressions/index.ts';
import { createLinks } from '../../server/src/tracking/index.ts';
import { engines, type TestDatabase } from '../support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';

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
  let tenant: TestTenant;

  beforeEach(async () => {
    database = await engine.create();
    const environment = { PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32), DATABASE_URL: database.url };
    server = await startServer({ migrate: true, environment: { ...environment, ROLE: 'api' } });
  });
  afterEach(async () => {
    await server.stop();
    await database.drop();
  });

  async function accept(texts: readonly string[], change: object = {}): Promise<string[]> {
    const url = server.url ?? '';
    tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN));
    const sends = texts.map((text) =>
      tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: text, ...change } }),
    );
    return (await Promise.all(sends)).map(({ body }) => body.message_id);
  }

  const nobody: FindSuppressed = async () => new Set();

  function deliver(
    ids: readonly string[],
    send: Provider['send'],
    { bytesInFlight = 1_000_000, holdsLease = (): boolean => true, findSuppressed = nobody, inDoubt = 'retry' as 'retry' | 'fail' } = {},
  ) {
    const platform = { ...server.platform, config: { ...server.platform.config, IN_DOUBT: inDoubt } };
    const delivery = createDelivery(platform, {
      queue: createQueue(platform),
      provider: { send, close: async () => undefined },
      blobs: createBlobs(platform, databaseStore(platform.db)),
      applyOutcomes: outcomeApplier(platform, eventRecorder(platform.db.dialect, [])),
      findSuppressed,
      links: createLinks(platform),
      holds: () => sql<boolean>`false`,
      personalise: async () => new Map(),
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

  it('is beyond changing while it is handed over', async () => {
    const seen: unknown[] = [];
    const [id = ''] = await accept(['x']);
    const send: Provider['send'] = async (mail) => {
      for (const method of ['DELETE', 'PATCH', 'GET']) {
        const path = method === 'GET' ? `/v1/messages/${id}` : `/v1/email/${id}`;
        const { status, body } = await tenant.call(method, path, method === 'PATCH' ? { body: { scheduled_at: 4_000_000_000_000 } } : {});
        seen.push([status, body.error, body.status]);
      }
      return handOver(mail);
    };
    await deliver([id], send);
    expect(seen).toEqual([
      [422, 'message_not_cancellable', 'sending'],
      [422, 'message_not_reschedulable', 'sending'],
      [200, undefined, 'sending'],
    ]);
    expect(await messages()).toMatchObject([{ status: 'sent' }]);
  });

  describe('an attempt whose final reply was lost', () => {
    const lost = (...more: HandOver['replies']): Provider['send'] => {
      return async (mail, options) => {
        await options?.beforeData();
        const reply = { email: 'a@example.net', outcome: 'deferred', about: 'mail', code: null, reply: 'the connection was lost' } as const;
        return handOver(mail, { replies: [reply, ...more], providerMessageId: null, inDoubt: true });
      };
    };
    const gone = { email: 'gone@example.net', outcome: 'refused', about: 'recipient', code: 550, reply: '550 5.1.1 unknown' } as const;
    const later = { email: 'later@example.net', outcome: 'deferred', about: 'recipient', code: 450, reply: '450 later' } as const;
    const events = async () => {
      const rows = await server.platform.db.read.selectFrom('events').selectAll().orderBy('id').execute();
      return rows.map(({ type, recipients, data }) => [type, ...JSON.parse(recipients), JSON.parse(data).reason ?? JSON.parse(data).class]);
    };

    it('is made again unless told otherwise', async () => {
      const ids = await accept(['x'], { to: ['a@example.net', 'gone@example.net'] });
      await deliver(ids, lost(gone));
      expect(await messages()).toMatchObject([{ status: 'queued', due_at: expect.any(Number) }]);
      expect(await attempts()).toMatchObject([{ outcome: 'in_doubt' }]);
    });

    it('fails those in doubt, and nobody whom RCPT was answered for', async () => {
      const ids = await accept(['x'], { to: ['a@example.net', 'gone@example.net'] });
      await deliver(ids, lost(gone), { inDoubt: 'fail' });
      expect(await messages()).toMatchObject([{ status: 'failed', due_at: null, claim_job: null }]);
      expect(await events()).toEqual([
        ['bounce', 'gone@example.net', 'hard'],
        ['failed', 'a@example.net', 'in_doubt'],
      ]);
      expect(await attempts()).toMatchObject([{ outcome: 'in_doubt', reply: 'the connection was lost' }]);
    });

    it('goes on for those whom the server had put off', async () => {
      const ids = await accept(['x'], { to: ['a@example.net', 'later@example.net'] });
      await deliver(ids, lost(later), { inDoubt: 'fail' });
      expect(await messages()).toMatchObject([{ status: 'queued', due_at: expect.any(Number) }]);
      const envelopes: (readonly string[])[] = [];
      const send: Provider['send'] = async (mail) => {
        envelopes.push(mail.envelope.to);
        return handOver(mail);
      };
      await deliver(ids, send, { inDoubt: 'fail' });
      expect(envelopes).toEqual([['later@example.net']]);
      expect(await messages()).toMatchObject([{ status: 'sent', due_at: null }]);
      expect((await events()).map(([type, email]) => [type, email])).toEqual([
        ['failed', 'a@example.net'],
        ['delivery_delayed', 'later@example.net'],
        ['sent', 'later@example.net'],
      ]);
    });
  });

  describe('recipients who get no mail by now', () => {
    const finding =
      (...emails: string[]): FindSuppressed =>
      async (_db, addressees) =>
        new Set(addressees.filter(({ email }) => emails.includes(email)));
    const statuses = async () => {
      const rows = await messages();
      return rows.map((row) => [row.status, ...JSON.parse(row.recipients).map(({ status }: { status: string }) => status)]);
    };
    const events = async () => {
      const rows = await server.platform.db.read.selectFrom('events').selectAll().orderBy('id').execute();
      return rows.map(({ type, recipients }) => [type, ...JSON.parse(recipients)]);
    };
    const used = async () => {
      const meters = await server.platform.db.read.selectFrom('tenant_meters').select(['day_used', 'month_used']).execute();
      const buckets = await server.platform.db.read.selectFrom('quota_buckets').select(['quota_window', 'used']).execute();
      const sum = (window: string) =>
        buckets.reduce((total, { quota_window, used: units }) => total + (quota_window === window ? units : 0), 0);
      const total = (key: 'day_used' | 'month_used') => meters.reduce((units, meter) => units + meter[key], 0);
      return { day: [total('day_used'), sum('daily')], month: [total('month_used'), sum('monthly')] };
    };

    it('are looked for once a chunk, by tenant, address and stream', async () => {
      const asked: Addressee[][] = [];
      const findSuppressed: FindSuppressed = async (_db, addressees) => {
        asked.push(addressees.map(({ tenantId, email, stream }) => ({ tenantId, email, stream })));
        return new Set();
      };
      const ids = [
        ...(await accept(['one', 'two'], { to: ['A@example.net', 'b@example.net'], cc: ['c@example.net'] })),
        ...(await accept(['three'], { stream: 'marketing' })),
      ];
      await deliver(ids, async (mail) => handOver(mail), { findSuppressed });
      expect(asked).toHaveLength(1);
      expect(asked[0]?.map(({ email, stream }) => `${email} ${stream}`).sort()).toEqual([
        'a@example.net marketing',
        ...['a', 'a', 'b', 'b', 'c', 'c'].map((name) => `${name}@example.net transactional`),
      ]);
      expect(new Set(asked[0]?.map(({ tenantId }) => tenantId)).size).toBe(2);
    });

    it('are left out, and only they are told of', async () => {
      const envelopes: (readonly string[])[] = [];
      const send: Provider['send'] = async (mail) => {
        envelopes.push(mail.envelope.to);
        return handOver(mail);
      };
      const ids = await accept(['x'], { to: ['a@example.net', 'b@example.net'], cc: ['c@example.net'] });
      await deliver(ids, send, { findSuppressed: finding('b@example.net', 'c@example.net') });
      expect(envelopes).toEqual([['a@example.net']]);
      expect(await statuses()).toEqual([['sent', 'sent', 'suppressed', 'suppressed']]);
      expect(await events()).toEqual([
        ['suppressed', 'b@example.net', 'c@example.net'],
        ['sent', 'a@example.net'],
      ]);
      expect(await used()).toEqual({ day: [1, 1], month: [1, 1] });
    });

    it('take the whole mail with them where no `to` is left, and its unit is given back', async () => {
      const send: Provider['send'] = async () => {
        throw new Error('nothing is to be sent');
      };
      const ids = await accept(['one', 'two'], { cc: ['c@example.net'] });
      await deliver(ids, send, { findSuppressed: finding('a@example.net') });
      expect(await statuses()).toEqual(Array(2).fill(['suppressed', 'suppressed', 'pending']));
      expect(await events()).toEqual(Array(2).fill(['suppressed', 'a@example.net']));
      expect(await messages()).toMatchObject(Array(2).fill({ claim_job: null, due_at: null, attempts: 0, sent_at: null }));
      expect(await used()).toEqual({ day: [0, 0], month: [0, 0] });
    });

    it('cost mail of broadcasts and automations nothing, since it took no unit', async () => {
      const ids = await accept(['one', 'two', 'three']);
      const { write } = server.platform.db;
      await write
        .updateTable('messages')
        .set({ broadcast_id: 'bc_1' })
        .where('id', '=', ids[0] ?? '')
        .execute();
      await write
        .updateTable('messages')
        .set({ automation_id: 'aut_1' })
        .where('id', '=', ids[1] ?? '')
        .execute();
      await deliver(ids, async (mail) => handOver(mail), { findSuppressed: finding('a@example.net') });
      expect((await messages()).map(({ status }) => status)).toEqual(Array(3).fill('suppressed'));
      expect(await used()).toEqual({ day: [2, 2], month: [2, 2] });
    });

    it('are looked for at each try anew, and those who have it already stay as they are', async () => {
      const ids = await accept(['x'], { to: ['a@example.net', 'b@example.net', 'gone@example.net'] });
      const first: Provider['send'] = async (mail) =>
        handOver(mail, {
          replies: [
            { email: 'a@example.net', outcome: 'accepted' },
            { email: 'b@example.net', outcome: 'deferred', about: 'recipient', code: 450, reply: '450 later' },
            { email: 'gone@example.net', outcome: 'refused', about: 'recipient', code: 550, reply: '550 5.1.1 unknown' },
          ],
        });
      await deliver(ids, first);
      const again: Provider['send'] = async () => {
        throw new Error('nothing is to be sent');
      };
      await deliver(ids, again, { findSuppressed: finding('a@example.net', 'b@example.net', 'gone@example.net') });
      expect(await statuses()).toEqual([['sent', 'sent', 'suppressed', 'bounced']]);
      expect((await events()).at(-1)).toEqual(['suppressed', 'b@example.net']);
      expect(await used()).toEqual({ day: [1, 1], month: [1, 1] });
    });

    it('are no concern of mail whose sender may not send any more', async () => {
      const ids = await accept(['x']);
      await server.platform.db.write.updateTable('domains').set({ status: 'failed' }).execute();
      await deliver(ids, async (mail) => handOver(mail), { findSuppressed: finding('a@example.net') });
      expect(await statuses()).toEqual([['failed', 'failed']]);
      expect(await events()).toEqual([['failed', 'a@example.net']]);
    });
  });
});
