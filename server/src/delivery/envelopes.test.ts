import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Chunks, handOver, putOff, startChunks } from '../../../tests/support/mail/chunks.ts';
import type { OutgoingMail, Provider } from '../provider/provider.ts';

const [A, B, C] = ['a@example.net', 'b@example.net', 'c@example.net'] as const;

describe.each(engines)('a mail with a return path for each of its recipients on $name', (engine) => {
  let chunks: Chunks;
  beforeEach(async () => {
    chunks = await startChunks(engine, { INBOUND_SMTP_PORT: '0', RETURN_PATH_DOMAIN: 'bounces.operator.example' });
  });
  afterEach(() => chunks.close());

  const accept = () => chunks.accept(['x'], { to: [A, B], cc: [C] });
  const taking = (answer: (mail: OutgoingMail, email: string) => ReturnType<Provider['send']>) => {
    const mails: OutgoingMail[] = [];
    const send: Provider['send'] = async (mail, options) => {
      if ((await options?.beforeData()) !== true) return handOver(mail, { replies: [], brokenOff: true });
      mails.push(mail);
      return answer(mail, mail.envelope.to[0] ?? '');
    };
    return { mails, send, to: () => mails.map(({ envelope }) => envelope.to).toSorted() };
  };
  const recipients = async () => {
    const [row] = await chunks.messages();
    return JSON.parse(row?.recipients ?? '[]').map(({ status }: { status: string }) => status);
  };
  const events = async () => (await chunks.events()).map(({ type, recipients: emails }) => [type, ...JSON.parse(emails)]);
  const attempts = async () => (await chunks.attempts()).map(({ attempt, recipient, outcome }) => [attempt, recipient, outcome]).toSorted();

  it('goes out as one envelope each, with one attempt and one mark each, and is told of once', async () => {
    const taken = taking(async (mail) => handOver(mail));
    await chunks.deliver(await accept(), taken.send);
    expect(taken.to()).toEqual([[A], [B], [C]]);
    expect(new Set(taken.mails.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(await attempts()).toEqual([0, 1, 2].map((place) => [1, place, 'accepted']));
    expect(await chunks.messages()).toMatchObject([{ status: 'sent', attempts: 1, claim_job: null, due_at: null }]);
    expect(await events()).toEqual([['sent', A, B, C]]);
  });

  it('is sent again to those alone who were put off', async () => {
    const ids = await accept();
    await chunks.deliver(ids, taking(async (mail, email) => (email === B ? putOff(mail) : handOver(mail))).send);
    expect(await recipients()).toEqual(['sent', 'delayed', 'sent']);
    const again = taking(async (mail) => handOver(mail));
    await chunks.deliver(ids, again.send);
    expect(again.to()).toEqual([[B]]);
    expect(await recipients()).toEqual(['sent', 'sent', 'sent']);
    expect((await attempts()).at(-1)).toEqual([2, 1, 'accepted']);
  });

  it('forgets nothing of the others where a fault of ours befalls one', async () => {
    const ids = await accept();
    const faulty = taking(async (mail, email) => {
      if (email === B) throw new Error('nobody foresaw this');
      return handOver(mail);
    });
    await chunks.deliver(ids, faulty.send);
    expect(await recipients()).toEqual(['sent', 'delayed', 'sent']);
    expect(await chunks.messages()).toMatchObject([{ status: 'sent', claim_job: null, due_at: expect.any(Number) }]);
    await chunks.deliver(ids, taking(async (mail) => handOver(mail)).send);
    expect(await recipients()).toEqual(['sent', 'sent', 'sent']);
  });

  it('is in doubt for those alone whose final reply was lost', async () => {
    const ids = await accept();
    const lossy = taking(async (mail, email) => {
      if (email === A) return handOver(mail);
      return putOff(mail, { inDoubt: email === B });
    });
    await chunks.deliver(ids, lossy.send, { inDoubt: 'fail' });
    expect(await recipients()).toEqual(['sent', 'failed', 'delayed']);
    expect(await attempts()).toEqual([
      [1, 0, 'accepted'],
      [1, 1, 'in_doubt'],
      [1, 2, 'deferred'],
    ]);
  });

  it('goes on at once with those whose envelope was broken off', async () => {
    const ids = await accept();
    const closing: Provider['send'] = async (mail, options) => {
      if (mail.envelope.to[0] !== A) return handOver(mail, { replies: [], brokenOff: true });
      await options?.beforeData();
      return handOver(mail);
    };
    const before = Date.now();
    await chunks.deliver(ids, closing);
    expect(await recipients()).toEqual(['sent', 'pending', 'pending']);
    const [message] = await chunks.messages();
    expect(message?.due_at).toBeLessThan(before + 60_000);
    expect(await attempts()).toEqual([[1, 0, 'accepted']]);
  });

  describe('whose worker died', () => {
    /** Dies with one envelope in DATA and the others not begun. */
    async function die(ids: readonly string[]) {
      const dies: Provider['send'] = async (mail, options) => {
        if (mail.envelope.to[0] === B) await options?.beforeData();
        throw new Error('the worker is gone');
      };
      await expect(chunks.deliver(ids, dies)).rejects.toThrow();
      expect(await attempts()).toEqual([[1, 1, null]]);
    }

    it('is in doubt for those alone whose envelope had begun, and fails for them where doubt is to end it', async () => {
      const ids = await accept();
      await die(ids);
      const again = taking(async (mail) => handOver(mail));
      await chunks.deliver(ids, again.send, { inDoubt: 'fail' });
      expect(again.to()).toEqual([[A], [C]]);
      expect(await recipients()).toEqual(['sent', 'failed', 'sent']);
      expect(await events()).toEqual([
        ['failed', B],
        ['sent', A, C],
      ]);
    });

    it('is sent again to all unless told otherwise', async () => {
      const ids = await accept();
      await die(ids);
      const again = taking(async (mail) => handOver(mail));
      await chunks.deliver(ids, again.send);
      expect(again.to()).toEqual([[A], [B], [C]]);
      expect((await attempts()).filter(([, , outcome]) => outcome === 'in_doubt')).toEqual([[1, 1, 'in_doubt']]);
    });
  });
});
