import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Chunks, handOver, putOff, startChunks } from '../../../tests/support/mail/chunks.ts';
import type { Provider } from '../provider/provider.ts';

describe.each(engines)('a chunk of messages on $name', (engine) => {
  let chunks: Chunks;
  beforeEach(async () => {
    chunks = await startChunks(engine);
  });
  afterEach(() => chunks.close());

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
    await chunks.deliver(await chunks.accept(Array.from({ length: 6 }, () => 'x'.repeat(400))), send, { bytesInFlight: 1000 });
    expect(most).toBe(2);
    expect((await chunks.messages()).map(({ status }) => status)).toEqual(Array(6).fill('sent'));
  });

  it('counts an attempt that ended before DATA, with its outcome', async () => {
    const [id] = await chunks.accept(['x']);
    await chunks.deliver([id ?? ''], async (mail) => putOff(mail));
    expect(await chunks.messages()).toMatchObject([
      { status: 'queued', attempts: 1, first_attempt_at: expect.any(Number), claim_job: null },
    ]);
    expect(await chunks.attempts()).toMatchObject([
      { message_id: id, attempt: 1, outcome: 'deferred', reply: '451 later', ended_at: expect.any(Number) },
    ]);
  });

  it('marks an attempt durably before DATA', async () => {
    const seen: unknown[] = [];
    await chunks.deliver(await chunks.accept(['x']), async (mail, options) => {
      seen.push(await chunks.attempts(), await options?.beforeData(), await chunks.attempts());
      return handOver(mail);
    });
    expect(seen).toMatchObject([[], true, [{ outcome: null }]]);
    expect(await chunks.attempts()).toMatchObject([{ outcome: 'accepted' }]);
  });

  it('gives back what was broken off before DATA, due now and without an attempt', async () => {
    await chunks.deliver(await chunks.accept(['x']), async (mail) => putOff(mail, { brokenOff: true }));
    expect(await chunks.messages()).toMatchObject([{ status: 'queued', attempts: 0, claim_job: null, due_at: expect.any(Number) }]);
    expect(await chunks.attempts()).toEqual([]);
  });

  it('begins nothing once its lease has run out, and leaves no doubt', async () => {
    let held = true;
    const answers: unknown[] = [];
    const send: Provider['send'] = async (mail, options) => {
      held = false;
      answers.push(await options?.beforeData());
      return putOff(mail, { brokenOff: true });
    };
    await chunks.deliver(await chunks.accept(['x']), send, { holdsLease: () => held });
    expect(answers).toEqual([false]);
    expect(await chunks.attempts()).toEqual([]);
  });

  it('gives back what broke off by a fault of ours, and the rest goes out', async () => {
    const ids = await chunks.accept(['one', 'two']);
    const send: Provider['send'] = async (mail) => {
      if (mail.messageId === ids[0]) throw new Error('a fault of ours');
      return handOver(mail);
    };
    await expect(chunks.deliver(ids, send)).rejects.toThrow();
    const rows = new Map((await chunks.messages()).map((row) => [row.id, row]));
    expect(rows.get(ids[0] ?? '')).toMatchObject({ status: 'queued', claim_job: null, due_at: expect.any(Number) });
    expect(rows.get(ids[1] ?? '')).toMatchObject({ status: 'sent', claim_job: null, due_at: null });
  });

  it('settles nothing of a message that somebody else has taken', async () => {
    const { db } = chunks;
    const answers: unknown[] = [];
    await chunks.deliver(await chunks.accept(['x']), async (mail, options) => {
      await db.write.updateTable('messages').set({ claim_job: 'job_2' }).execute();
      answers.push(await options?.beforeData());
      return putOff(mail, { brokenOff: true });
    });
    expect(answers).toEqual([false]);
    expect(await chunks.messages()).toMatchObject([{ status: 'sending', claim_job: 'job_2', attempts: 0 }]);
    expect(await chunks.attempts()).toEqual([]);
  });

  it('is beyond changing while it is handed over', async () => {
    const seen: unknown[] = [];
    const tenant = await chunks.mint();
    const [id = ''] = await chunks.accept(['x'], {}, tenant);
    const send: Provider['send'] = async (mail) => {
      for (const method of ['DELETE', 'PATCH', 'GET']) {
        const path = method === 'GET' ? `/v1/messages/${id}` : `/v1/email/${id}`;
        const { status, body } = await tenant.call(method, path, method === 'PATCH' ? { body: { scheduled_at: 4_000_000_000_000 } } : {});
        seen.push([status, body.error, body.status]);
      }
      return handOver(mail);
    };
    await chunks.deliver([id], send);
    expect(seen).toEqual([
      [422, 'message_not_cancellable', 'sending'],
      [422, 'message_not_reschedulable', 'sending'],
      [200, undefined, 'sending'],
    ]);
    expect(await chunks.messages()).toMatchObject([{ status: 'sent' }]);
  });
});
