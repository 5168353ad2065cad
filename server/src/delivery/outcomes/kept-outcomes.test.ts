import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { type Chunks, handOver, putOff, startChunks } from '../../../../tests/support/mail/chunks.ts';
import type { AppContext } from '../../app-context.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import type { Trx } from '../../db/dialect.ts';
import type { Provider } from '../../provider/provider.ts';

/** A database that is away for so many transactions from now on; `lost`: they are committed, and the answers get lost. */
interface Outage {
  transactions: number;
  lost: boolean;
}

const withOutage =
  (outage: Outage) =>
  (app: AppContext): AppContext => {
    const { db } = app;
    const transact = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
      if (outage.transactions === 0) return db.transact(work);
      outage.transactions -= 1;
      if (outage.lost) await db.transact(work);
      throw new Unavailable(new Error('the database is away'));
    };
    return { ...app, db: { ...db, transact } };
  };

describe.each(engines)('what became of a mail while the database is away on $name', (engine) => {
  let chunks: Chunks;
  beforeEach(async () => {
    chunks = await startChunks(engine);
  });
  afterEach(() => chunks.close());

  describe.each([
    ['nothing is written', false],
    ['what is written is not answered', true],
  ])('and %s', (_, lost) => {
    it('is kept and written when it is back', async () => {
      const outage = { transactions: 0, lost };
      const sent: string[] = [];
      const send: Provider['send'] = async (mail, options) => {
        await options?.beforeData();
        sent.push(mail.messageId);
        outage.transactions = 5;
        return handOver(mail);
      };
      const ids = await chunks.accept(['one', 'two', 'three']);
      await chunks.deliver(ids, send, { around: withOutage(outage) });
      expect(sent.toSorted()).toEqual(ids.toSorted());
      expect(await chunks.messages()).toMatchObject(Array(3).fill({ status: 'sent', claim_job: null, due_at: null, attempts: 1 }));
      expect((await chunks.attempts()).map(({ outcome }) => outcome)).toEqual(Array(3).fill('accepted'));
      expect((await chunks.events()).map(({ type }) => type)).toEqual(Array(3).fill('sent'));
    });

    it('is put off once, where the server had put it off', async () => {
      const outage = { transactions: 0, lost };
      const send: Provider['send'] = async (mail, options) => {
        await options?.beforeData();
        outage.transactions = 3;
        return putOff(mail);
      };
      await chunks.deliver(await chunks.accept(['x']), send, { around: withOutage(outage) });
      expect(await chunks.messages()).toMatchObject([{ status: 'queued', claim_job: null, attempts: 1, due_at: expect.any(Number) }]);
      expect((await chunks.attempts()).map(({ outcome }) => outcome)).toEqual(['deferred']);
      expect((await chunks.events()).map(({ type }) => type)).toEqual(['delivery_delayed']);
    });

    it('has not begun until its mark is written, once', async () => {
      const outage = { transactions: 0, lost };
      const begun: unknown[] = [];
      const send: Provider['send'] = async (mail, options) => {
        outage.transactions = 3;
        begun.push(await options?.beforeData(), outage.transactions, (await chunks.attempts()).length);
        return handOver(mail);
      };
      await chunks.deliver(await chunks.accept(['x']), send, { around: withOutage(outage) });
      expect(begun).toEqual([true, 0, 1]);
      expect(await chunks.messages()).toMatchObject([{ status: 'sent', attempts: 1 }]);
    });
  });

  it('gives its mail back where it lost its lease before it began', async () => {
    const outage = { transactions: 0, lost: false };
    let holds = true;
    const send: Provider['send'] = async (mail, options) => {
      outage.transactions = 4;
      holds = false;
      return handOver(mail, { replies: [], brokenOff: (await options?.beforeData()) === false });
    };
    await chunks.deliver(await chunks.accept(['x']), send, { around: withOutage(outage), holdsLease: () => holds });
    expect(await chunks.messages()).toMatchObject([{ status: 'queued', claim_job: null, attempts: 0 }]);
    expect(await chunks.attempts()).toEqual([]);
  });

  it.each([
    ['is not written', { lost: false, before: [] }],
    ['is written and not answered', { lost: true, before: ['deferred'] }],
  ])('has no mail in doubt that lost its lease while its mark %s', async (_, { lost, before }) => {
    const outage = { transactions: 0, lost };
    const holdsLease = () => [0, 4].includes(outage.transactions);
    const outcomes = async () => (await chunks.attempts()).map(({ outcome }) => outcome);
    const ids = await chunks.accept(['x']);
    const refused = chunks.deliver(
      ids,
      async (mail, options) => {
        outage.transactions = 4;
        return handOver(mail, { replies: [], brokenOff: !(await options?.beforeData()) });
      },
      { around: withOutage(outage), holdsLease, inDoubt: 'fail' },
    );
    await expect(refused).rejects.toThrow();
    expect(await chunks.messages()).toMatchObject([{ status: 'queued', claim_job: null, attempts: before.length }]);
    expect(await outcomes()).toEqual(before);
    const send: Provider['send'] = async (mail, options) => handOver(mail, { brokenOff: !(await options?.beforeData()) });
    await chunks.deliver(ids, send, { inDoubt: 'fail' });
    expect(await chunks.messages()).toMatchObject([{ status: 'sent', attempts: before.length + 1 }]);
    expect(await outcomes()).toEqual([...before, 'accepted']);
  });
});

describe.each(engines)('a job that starts anew while its mail is under way on $name', (engine) => {
  it('waits for it, and sends nothing twice', async () => {
    const chunks = await startChunks(engine);
    const [id = ''] = await chunks.accept(['x']);
    const answered = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const sent: string[] = [];
    const deliver = chunks.worker(async (mail, options) => {
      if ((await options?.beforeData()) !== true) return handOver(mail, { replies: [], brokenOff: true });
      sent.push(mail.messageId);
      reached.resolve();
      await answered.promise;
      return handOver(mail);
    });
    const first = deliver([id], { attempt: 1 });
    await reached.promise;
    const second = deliver([id], { attempt: 2 });
    await expect.poll(async () => (await chunks.messages())[0]?.claim_attempt).toBe(2);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(sent).toEqual([id]);
    answered.resolve();
    await Promise.all([first, second]);
    expect(sent).toEqual([id]);
    expect(await chunks.messages()).toMatchObject([{ status: 'sent', claim_job: null, attempts: 1 }]);
    expect((await chunks.attempts()).map(({ outcome }) => outcome)).toEqual(['accepted']);
    await chunks.close();
  });
});
