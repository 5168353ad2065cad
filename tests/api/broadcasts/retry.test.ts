import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(engines)('POST /v1/broadcasts/{id}/retry on $name', (engine) => {
  let sink: SmtpSink;
  let refuse = true;

  beforeAll(async () => {
    sink = await startSmtpSink({ onData: () => (refuse ? '554 5.7.1 Refused' : undefined) });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ ...BY_HAND, PROVIDER_URL: sink.url, BODY_RETENTION_DAYS: '30' }));

  it('is refused, and changes nothing, once the body is no longer kept', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 2)));
    const get = async (what: string) => (await tenant.call('GET', `/v1/broadcasts/${id}${what}`)).body;
    const retry = () => tenant.call('POST', `/v1/broadcasts/${id}/retry`);
    const advance = (days: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: days * DAY_MS } });
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    await advance(29);
    await server.run('cleanup');
    expect(await retry()).toMatchObject({ status: 202, body: { retried: 2 } });
    await sendAll(server);
    const before = await get('');
    expect(before.status).toBe('sent');

    refuse = false;
    await advance(31);
    await server.run('cleanup');
    const { status, body } = await retry();
    expect(status).toBe(409);
    expect(body).toEqual({ error: 'not_retryable', detail: 'Its body is no longer kept.', status: 'sent' });
    await sendAll(server);
    expect(await get('')).toEqual(before);
    expect(await get('/stats')).toMatchObject({ ledger: { failed: 2 }, events: { failed: 4 } });
  });
});
