import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerStatusOf } from '../../../server/src/broadcasts/ledger/ledger.ts';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

type Ledger = Record<'total' | 'pending' | 'queued' | 'sent' | 'failed' | 'suppressed' | 'skipped', number>;

/** A walk that is the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

describe.each(engines)('the ledger of a broadcast on $name', (engine) => {
  let sink: SmtpSink;
  let refuse = true;

  beforeAll(async () => {
    sink = await startSmtpSink({
      onRcpt: (to) => (to.startsWith('bounce') ? '550 5.1.1 No such user' : undefined),
      onData: ({ envelope }) => (refuse && envelope.to[0]?.startsWith('fail') === true ? '554 5.7.1 Refused' : undefined),
    });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ ...BY_HAND, PROVIDER_URL: sink.url, BROADCAST_RATE: '6' }));

  const ledgerOf = async (tenant: TestTenant, id: string): Promise<Ledger> =>
    (await tenant.call('GET', `/v1/broadcasts/${id}/stats`)).body.ledger;

  async function countRows(id: string) {
    const { read } = server.app.db;
    const messages = await read.selectFrom('messages').select(['status', 'sent_at']).where('broadcast_id', '=', id).execute();
    const skips = await read.selectFrom('broadcast_skips').select('status').where('broadcast_id', '=', id).execute();
    const statuses = [
      ...messages.map(({ status, sent_at: sentAt }) => ledgerStatusOf({ status, sentAt })),
      ...skips.map(({ status }) => status),
    ];
    const count = (status: string) => statuses.filter((one) => one === status).length;
    return {
      queued: count('queued'),
      sent: count('sent'),
      failed: count('failed'),
      suppressed: count('suppressed'),
      skipped: count('skipped'),
    };
  }

  /** The ledger and the rows of one moment: a job in the background may move both between two looks. */
  async function atRest(tenant: TestTenant, id: string) {
    for (;;) {
      const ledger = await ledgerOf(tenant, id);
      const rows = await countRows(id);
      if (isDeepStrictEqual(ledger, await ledgerOf(tenant, id))) return { ledger, rows };
    }
  }

  it('adds up to the rows after every step of a walk', async () => {
    const tenant = await server.mint();
    const ids = [...(await addContacts(tenant, 8)), ...(await addContacts(tenant, 4, 'fail')), ...(await addContacts(tenant, 4, 'bounce'))];
    const id = await writeDraft(tenant, await addAudience(tenant, ids));
    const path = `/v1/broadcasts/${id}`;
    await tenant.call('POST', `${path}/send`);
    const roll = dice(7);
    const steps: (() => Promise<unknown>)[] = [
      () => server.run('fanout'),
      () => server.run('dispatch'),
      () => server.admin('POST', '/admin/clock', { body: { advance_ms: 30_000 } }),
      () => tenant.call('POST', `${path}/pause`),
      () => tenant.call('POST', `${path}/resume`),
      () => tenant.call('POST', `${path}/retry`),
      () => tenant.call('POST', '/v1/suppressions', { body: { email: `c${roll(8)}@example.net` } }),
      () => tenant.call('DELETE', `/v1/contacts/${ids[roll(8)]}`),
      () => tenant.call('POST', '/v1/erasures', { body: { email: `c${roll(8)}@example.net` } }),
      async () => {
        const { body } = await tenant.call('GET', '/v1/messages?limit=100');
        const waiting = body.data.filter(({ status }: { status: string }) => status === 'queued');
        const [message] = waiting.slice(roll(Math.max(1, waiting.length)));
        if (message !== undefined) await tenant.call('DELETE', `/v1/email/${message.id}`);
      },
    ];
    for (let step = 0; step < 60; step += 1) {
      await steps[roll(steps.length)]?.();
      const { ledger, rows } = await atRest(tenant, id);
      const { total, pending, ...counted } = ledger;
      expect({ step, ...counted }).toEqual({ step, ...rows });
      expect(total).toBe(pending + counted.queued + counted.sent + counted.failed + counted.suppressed + counted.skipped);
    }
    await tenant.call('POST', `${path}/resume`);
    await sendAll(server);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 3_600_000 } });
    // At six a minute, all 16 have had their turn after three.
    for (let half = 0; half < 6; half += 1) {
      await sendAll(server);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 30_000 } });
    }
    await sendAll(server);
    expect(await ledgerOf(tenant, id)).toMatchObject({ pending: 0, queued: 0 });
    expect((await tenant.call('GET', path)).body.status).toBe('sent');
  });

  it('tries again what failed, with the same message, and nothing that bounced', async () => {
    const tenant = await server.mint();
    const ids = [...(await addContacts(tenant, 1, 'fail')), ...(await addContacts(tenant, 1, 'bounce'))];
    const id = await writeDraft(tenant, await addAudience(tenant, ids));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    const advance = () => server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
    await sendAll(server);
    await advance();
    await sendAll(server);
    expect(await ledgerOf(tenant, id)).toMatchObject({ total: 2, failed: 2 });
    const { body: before } = await tenant.call('GET', `/v1/broadcasts/${id}/recipients?status=failed`);
    expect(before.data.map(({ reason }: { reason: string }) => reason)).toEqual(['554 5.7.1 Refused', '550 5.1.1 No such user']);
    refuse = false;
    expect((await tenant.call('POST', `/v1/broadcasts/${id}/retry`)).body).toEqual({ retried: 1 });
    await sendAll(server);
    await advance();
    await sendAll(server);
    refuse = true;
    expect(await ledgerOf(tenant, id)).toMatchObject({ total: 2, failed: 1, sent: 1 });
    const { body: after } = await tenant.call('GET', `/v1/broadcasts/${id}/recipients?status=sent`);
    expect(after.data[0].message_id).toBe(before.data[0].message_id);
    expect((await tenant.call('GET', `/v1/broadcasts/${id}`)).body.status).toBe('sent');
    expect((await tenant.call('POST', `/v1/broadcasts/${id}/retry`)).body).toEqual({ retried: 0 });
  });

  it('leaves what failed as it is where its contact is gone', async () => {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 3);
    const id = await writeDraft(tenant, await addAudience(tenant, ids), { body_html: '{% for i in (1..100000000) %}x{% endfor %}' });
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    for (const ms of [0, 30_000]) {
      await server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
      await sendAll(server);
    }
    expect(await ledgerOf(tenant, id)).toMatchObject({ total: 3, failed: 3 });
    await tenant.call('DELETE', `/v1/contacts/${ids[0]}`);
    await tenant.call('POST', '/v1/erasures', { body: { email: 'c1@example.net' } });
    expect((await tenant.call('POST', `/v1/broadcasts/${id}/retry`)).body).toEqual({ retried: 1 });
    expect(await ledgerOf(tenant, id)).toMatchObject({ total: 3, failed: 2, queued: 1 });
  });
});
