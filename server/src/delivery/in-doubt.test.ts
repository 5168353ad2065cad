import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Chunks, handOver, startChunks } from '../../../tests/support/mail/chunks.ts';
import type { HandOver, Provider } from '../provider/provider.ts';

describe.each(engines)('an attempt whose final reply was lost on $name', (engine) => {
  let chunks: Chunks;
  beforeEach(async () => {
    chunks = await startChunks(engine);
  });
  afterEach(() => chunks.close());

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
    const rows = await chunks.events();
    return rows.map(({ type, recipients, data }) => [type, ...JSON.parse(recipients), JSON.parse(data).reason ?? JSON.parse(data).class]);
  };

  it('is made again unless told otherwise', async () => {
    const ids = await chunks.accept(['x'], { to: ['a@example.net', 'gone@example.net'] });
    await chunks.deliver(ids, lost(gone));
    expect(await chunks.messages()).toMatchObject([{ status: 'queued', due_at: expect.any(Number) }]);
    expect(await chunks.attempts()).toMatchObject([{ outcome: 'in_doubt' }]);
  });

  it('fails those in doubt, and nobody whom RCPT was answered for', async () => {
    const ids = await chunks.accept(['x'], { to: ['a@example.net', 'gone@example.net'] });
    await chunks.deliver(ids, lost(gone), { inDoubt: 'fail' });
    expect(await chunks.messages()).toMatchObject([{ status: 'failed', due_at: null, claim_job: null }]);
    expect(await events()).toEqual([
      ['bounce', 'gone@example.net', 'hard'],
      ['failed', 'a@example.net', 'in_doubt'],
    ]);
    expect(await chunks.attempts()).toMatchObject([{ outcome: 'in_doubt', reply: 'the connection was lost' }]);
  });

  it('goes on for those whom the server had put off', async () => {
    const ids = await chunks.accept(['x'], { to: ['a@example.net', 'later@example.net'] });
    await chunks.deliver(ids, lost(later), { inDoubt: 'fail' });
    expect(await chunks.messages()).toMatchObject([{ status: 'queued', due_at: expect.any(Number) }]);
    const envelopes: (readonly string[])[] = [];
    const send: Provider['send'] = async (mail) => {
      envelopes.push(mail.envelope.to);
      return handOver(mail);
    };
    await chunks.deliver(ids, send, { inDoubt: 'fail' });
    expect(envelopes).toEqual([['later@example.net']]);
    expect(await chunks.messages()).toMatchObject([{ status: 'sent', due_at: null }]);
    expect((await events()).map(([type, email]) => [type, email])).toEqual([
      ['failed', 'a@example.net'],
      ['delivery_delayed', 'later@example.net'],
      ['sent', 'later@example.net'],
    ]);
  });

  describe('because the worker is gone', () => {
    /** A mail whose worker died in DATA, and which a process took up and gave back as it was stopped. */
    async function takenUpByOneThatStops(): Promise<{ ids: string[]; tried: string[]; again: Provider['send'] }> {
      const ids = await chunks.accept(['x']);
      const dies: Provider['send'] = async (_, options) => {
        await options?.beforeData();
        throw new Error('the worker is gone');
      };
      await expect(chunks.deliver(ids, dies, { inDoubt: 'fail' })).rejects.toThrow(AggregateError);
      const tried: string[] = [];
      const again: Provider['send'] = async (mail) => {
        tried.push(mail.messageId);
        return handOver(mail);
      };
      await chunks.deliver(ids, again, { inDoubt: 'fail', signal: AbortSignal.abort() });
      expect(await chunks.messages()).toMatchObject([{ status: 'queued', claim_job: null, attempts: 1 }]);
      return { ids, tried, again };
    }

    it('ends the mail also when a process stopped that had found it', async () => {
      const { ids, tried, again } = await takenUpByOneThatStops();
      await chunks.deliver(ids, again, { inDoubt: 'fail' });
      expect(tried).toEqual([]);
      expect(await chunks.messages()).toMatchObject([{ status: 'failed', due_at: null }]);
      expect(await events()).toEqual([['failed', 'a@example.net', 'in_doubt']]);
    });

    it('ends nothing that was told to try anew', async () => {
      const { ids, tried, again } = await takenUpByOneThatStops();
      await chunks.db.write.updateTable('messages').set({ first_attempt_at: null }).execute();
      await chunks.deliver(ids, again, { inDoubt: 'fail' });
      expect(tried).toEqual(ids);
    });
  });
});
