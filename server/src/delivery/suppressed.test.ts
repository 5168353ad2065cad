import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watch } from '../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../tests/support/engines.ts';
import { type Chunks, handOver, startChunks } from '../../../tests/support/mail/chunks.ts';
import type { AppContext } from '../app-context.ts';
import type { Provider } from '../provider/provider.ts';
import { suppress } from '../suppressions/index.ts';

describe.each(engines)('recipients who get no mail by now on $name', (engine) => {
  let chunks: Chunks;
  beforeEach(async () => {
    chunks = await startChunks(engine);
  });
  afterEach(() => chunks.close());

  const statuses = async () => {
    const rows = await chunks.messages();
    return rows.map((row) => [row.status, ...JSON.parse(row.recipients).map(({ status }: { status: string }) => status)]);
  };
  const events = async () => {
    const rows = await chunks.events();
    return rows.map(({ type, recipients }) => [type, ...JSON.parse(recipients)]);
  };
  const used = async () => {
    const meters = await chunks.db.read.selectFrom('tenant_meters').select(['day_used', 'month_used']).execute();
    const buckets = await chunks.db.read.selectFrom('quota_buckets').select(['quota_window', 'used']).execute();
    const sum = (window: string) =>
      buckets.reduce((total, { quota_window, used: units }) => total + (quota_window === window ? units : 0), 0);
    const total = (key: 'day_used' | 'month_used') => meters.reduce((units, meter) => units + meter[key], 0);
    return { day: [total('day_used'), sum('daily')], month: [total('month_used'), sum('monthly')] };
  };

  it('are looked for once a chunk, by tenant, address and stream', async () => {
    const ids = [
      ...(await chunks.accept(['one', 'two'], { to: ['A@example.net', 'b@example.net'], cc: ['c@example.net'] })),
      ...(await chunks.accept(['three'], { stream: 'marketing' })),
    ];
    const [first, , last] = await chunks.messages();
    const at = Date.now();
    const unsubscribed = [first, last].map((row) => ({ tenantId: row?.tenant_id ?? '', reason: 'unsubscribe' as const }));
    const entries = [...unsubscribed, { tenantId: last?.tenant_id ?? '', reason: 'manual' as const, email: 'b@example.net' }];
    await chunks.transact((trx) =>
      suppress(
        trx,
        entries.map((entry) => ({ email: 'a@example.net', sourceMessageId: null, testMode: false, at, ...entry })),
      ),
    );
    const reads: string[][] = [];
    const around = (app: AppContext) => {
      const watched = watch(app);
      reads.push(watched.reads);
      return watched.app;
    };
    await chunks.deliver(ids, async (mail) => handOver(mail), { around });
    expect(reads.flat().filter((text) => text.includes('suppressions'))).toHaveLength(1);
    expect(await statuses()).toEqual([...Array(2).fill(['sent', 'sent', 'sent', 'sent']), ['suppressed', 'suppressed']]);
  });

  it('are left out, and only they are told of', async () => {
    const envelopes: (readonly string[])[] = [];
    const send: Provider['send'] = async (mail) => {
      envelopes.push(mail.envelope.to);
      return handOver(mail);
    };
    const ids = await chunks.accept(['x'], { to: ['a@example.net', 'b@example.net'], cc: ['c@example.net'] });
    await chunks.deliver(ids, send, { suppressed: ['b@example.net', 'c@example.net'] });
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
    const ids = await chunks.accept(['one', 'two'], { cc: ['c@example.net'] });
    await chunks.deliver(ids, send, { suppressed: ['a@example.net'] });
    expect(await statuses()).toEqual(Array(2).fill(['suppressed', 'suppressed', 'pending']));
    expect(await events()).toEqual(Array(2).fill(['suppressed', 'a@example.net']));
    expect(await chunks.messages()).toMatchObject(Array(2).fill({ claim_job: null, due_at: null, attempts: 0, sent_at: null }));
    expect(await used()).toEqual({ day: [0, 0], month: [0, 0] });
  });

  it('leave those of a mail that names nobody to get it, and take it with them where they are all', async () => {
    const envelopes: (readonly string[])[] = [];
    const send: Provider['send'] = async (mail) => {
      envelopes.push(mail.envelope.to);
      return handOver(mail);
    };
    const all = { to: ['a@example.net', 'b@example.net'] };
    const ids = [...(await chunks.accept(['x'], all)), ...(await chunks.accept(['y'], { to: ['a@example.net'] }))];
    // As a mail over SMTP may be that is for nobody whom it names.
    for (const { id, recipients } of await chunks.messages())
      await chunks.db.write
        .updateTable('messages')
        .set({ recipients: recipients.replaceAll('"to"', '"bcc"') })
        .where('id', '=', id)
        .execute();
    await chunks.deliver(ids, send, { suppressed: ['a@example.net'] });
    expect(envelopes).toEqual([['b@example.net']]);
    expect(await statuses()).toEqual([
      ['sent', 'suppressed', 'sent'],
      ['suppressed', 'suppressed'],
    ]);
  });

  it('cost mail of broadcasts and automations nothing, since it took no unit', async () => {
    const ids = await chunks.accept(['one', 'two', 'three']);
    const { write } = chunks.db;
    await write
      .updateTable('messages')
      .set({ broadcast_id: 'bc_1', charge: null })
      .where('id', '=', ids[0] ?? '')
      .execute();
    await write
      .updateTable('messages')
      .set({ automation_id: 'aut_1', charge: null })
      .where('id', '=', ids[1] ?? '')
      .execute();
    await chunks.deliver(ids, async (mail) => handOver(mail), { suppressed: ['a@example.net'] });
    expect((await chunks.messages()).map(({ status }) => status)).toEqual(Array(3).fill('suppressed'));
    expect(await used()).toEqual({ day: [2, 2], month: [2, 2] });
  });

  it('are looked for at each try anew, and those who have it already stay as they are', async () => {
    const ids = await chunks.accept(['x'], { to: ['a@example.net', 'b@example.net', 'gone@example.net'] });
    const first: Provider['send'] = async (mail) =>
      handOver(mail, {
        replies: [
          { email: 'a@example.net', outcome: 'accepted' },
          { email: 'b@example.net', outcome: 'deferred', about: 'recipient', code: 450, reply: '450 later' },
          { email: 'gone@example.net', outcome: 'refused', about: 'recipient', code: 550, reply: '550 5.1.1 unknown' },
        ],
      });
    await chunks.deliver(ids, first);
    const again: Provider['send'] = async () => {
      throw new Error('nothing is to be sent');
    };
    await chunks.deliver(ids, again, { suppressed: ['a@example.net', 'b@example.net', 'gone@example.net'] });
    expect(await statuses()).toEqual([['sent', 'sent', 'suppressed', 'bounced']]);
    expect((await events()).at(-1)).toEqual(['suppressed', 'b@example.net']);
    expect(await used()).toEqual({ day: [1, 1], month: [1, 1] });
  });

  it('are no concern of mail whose sender may not send any more', async () => {
    const ids = await chunks.accept(['x']);
    await chunks.db.write.updateTable('domains').set({ status: 'failed' }).execute();
    await chunks.deliver(ids, async (mail) => handOver(mail), { suppressed: ['a@example.net'] });
    expect(await statuses()).toEqual([['failed', 'failed']]);
    expect(await events()).toEqual([['failed', 'a@example.net']]);
  });
});
