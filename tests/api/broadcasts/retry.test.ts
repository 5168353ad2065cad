import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Within which both mails have had their turn. */
const MINUTES = 4;

describe.each(engines)('POST /v1/broadcasts/{id}/retry on $name', (engine) => {
  let sink: SmtpSink;
  let refuse = true;

  beforeAll(async () => {
    sink = await startSmtpSink({ onData: () => (refuse ? '554 5.7.1 Refused' : undefined) });
  });
  afterAll(() => sink.close());
  // One mail a minute, so that of two one waits until the clock is moved.
  const server = useServer(engine, () => ({ ...BY_HAND, PROVIDER_URL: sink.url, BODY_RETENTION_DAYS: '30', BROADCAST_RATE: '1' }));
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  /** A broadcast to two, both of whose mails were refused. */
  async function sendRefused(tenant: TestTenant) {
    refuse = true;
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 2)));
    const path = `/v1/broadcasts/${id}`;
    await tenant.call('POST', `${path}/send`);
    await sendBoth();
    return {
      get: async (what = '') => (await tenant.call('GET', `${path}${what}`)).body,
      retry: () => tenant.call('POST', `${path}/retry`),
    };
  }

  async function sendBoth(): Promise<void> {
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await sendAll(server);
      await advance(MINUTE_MS);
    }
  }

  it('has the broadcast go on, which is sent anew once all is out', async () => {
    const { get, retry } = await sendRefused(await server.mint());
    const before = await get();
    expect(before).toMatchObject({ status: 'sent', sent_at: expect.any(Number) });
    refuse = false;
    expect(await retry()).toMatchObject({ status: 202, body: { retried: 2 } });
    await sendAll(server);
    expect(await get()).toMatchObject({ status: 'sending', sent_at: null, sent_count: 2 });
    await sendBoth();
    const after = await get();
    expect(after).toMatchObject({ status: 'sent', sent_count: 2 });
    expect(after.sent_at).toBeGreaterThan(before.sent_at);
    expect(await get('/stats')).toMatchObject({ ledger: { failed: 0, sent: 2 } });
  });

  it('is refused, and changes nothing, once the body is no longer kept', async () => {
    const { get, retry } = await sendRefused(await server.mint());
    await advance(29 * DAY_MS);
    await server.run('cleanup');
    expect(await retry()).toMatchObject({ status: 202, body: { retried: 2 } });
    await sendBoth();
    const before = await get();
    expect(before.status).toBe('sent');

    refuse = false;
    await advance(31 * DAY_MS);
    await server.run('cleanup');
    const { status, body } = await retry();
    expect(status).toBe(409);
    expect(body).toEqual({ error: 'not_retryable', detail: 'Its body is no longer kept.', status: 'sent' });
    await sendBoth();
    expect(await get()).toEqual(before);
    expect(await get('/stats')).toMatchObject({ ledger: { failed: 2 }, events: { failed: 4 } });
  });
});
