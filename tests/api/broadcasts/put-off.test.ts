import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FAR_MS = 90 * DAY_MS;

describe.each(engines)('mail of a broadcast that is put off by itself on $name', (engine) => {
  let sink: SmtpSink;
  let busy = true;

  beforeAll(async () => {
    sink = await startSmtpSink({ onRcpt: (to) => (busy && to.startsWith('busy') ? '451 4.3.0 Later' : undefined) });
  });
  afterAll(() => sink.close());
  // One mail a minute, so that the second waits.
  const server = useServer(engine, () => ({
    ...BY_HAND,
    PROVIDER_URL: sink.url,
    BROADCAST_RATE: '1',
    BODY_RETENTION_DAYS: '30',
  }));

  const path = (id: string, verb = '') => `/v1/broadcasts/${id}${verb}`;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const get = async (tenant: TestTenant, at: string) => (await tenant.call('GET', at)).body;

  async function putOff(tenant: TestTenant, messageId: string, ms: number): Promise<void> {
    const { body } = await server.admin('GET', '/admin/clock');
    const answer = await tenant.call('PATCH', `/v1/email/${messageId}`, { body: { scheduled_at: body.now + ms } });
    expect(answer.status).toBe(200);
  }

  /** A broadcast to two, of whom the second still waits; her mail is put off for long. */
  async function sendWithOnePutOff(tenant: TestTenant) {
    const ids = await addContacts(tenant, 2);
    const id = await writeDraft(tenant, await addAudience(tenant, ids));
    await tenant.call('POST', path(id, '/send'));
    await sendAll(server);
    const { data } = await get(tenant, path(id, '/recipients?status=queued'));
    expect(data).toHaveLength(1);
    await putOff(tenant, data[0].message_id, FAR_MS);
    return { id, messageId: data[0].message_id as string, contactId: data[0].contact_id as string };
  }

  it('keeps the broadcast open until it is tried', async () => {
    const tenant = await server.mint();
    const { id } = await sendWithOnePutOff(tenant);
    await advance(60 * DAY_MS);
    await sendAll(server);
    await server.run('cleanup');
    expect((await get(tenant, path(id))).status).toBe('sending');
    expect((await get(tenant, path(id, '/stats'))).ledger).toMatchObject({ queued: 1, sent: 1 });
    await advance(30 * DAY_MS);
    await sendAll(server);
    expect((await get(tenant, path(id, '/stats'))).ledger).toMatchObject({ queued: 0, sent: 2 });
    expect((await get(tenant, path(id))).status).toBe('sent');
  });

  it('is cancelled with the broadcast', async () => {
    const tenant = await server.mint();
    const { id, messageId } = await sendWithOnePutOff(tenant);
    await tenant.call('DELETE', path(id));
    expect(await get(tenant, `/v1/messages/${messageId}`)).toMatchObject({ status: 'cancelled', scheduled_at: expect.any(Number) });
  });

  it('is cancelled with its contact', async () => {
    const tenant = await server.mint();
    const { id, messageId, contactId } = await sendWithOnePutOff(tenant);
    await tenant.call('DELETE', `/v1/contacts/${contactId}`);
    expect((await get(tenant, `/v1/messages/${messageId}`)).status).toBe('cancelled');
    expect((await get(tenant, path(id, '/stats'))).ledger).toMatchObject({ queued: 0, sent: 1, skipped: 1 });
  });

  it('says why there is none in the end, and not what it was refused for at first', async () => {
    const tenant = await server.mint();
    const contacts = await addContacts(tenant, 2, 'busy');
    const id = await writeDraft(tenant, await addAudience(tenant, contacts));
    await tenant.call('POST', path(id, '/send'));
    await sendAll(server);
    await advance(MINUTE_MS);
    await sendAll(server);
    const recipients = async () => (await get(tenant, path(id, '/recipients'))).data;
    const [one, other] = await recipients();
    expect(one).toMatchObject({ status: 'queued', reason: expect.stringContaining('451 4.3.0') });
    expect(other).toMatchObject({ status: 'queued', reason: expect.stringContaining('451 4.3.0') });
    expect((await tenant.call('DELETE', `/v1/email/${one.message_id}`)).status).toBe(200);
    await tenant.call('POST', '/v1/suppressions', { body: { email: other.email } });
    await advance(DAY_MS);
    await sendAll(server);
    expect((await recipients()).map(({ status, reason }: { status: string; reason: string }) => [status, reason])).toEqual([
      ['skipped', 'cancelled'],
      ['suppressed', 'suppressed'],
    ]);
  });

  it('is cancelled with its contact also where the broadcast is sent, and the mail was refused for now', async () => {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 1, 'busy');
    const id = await writeDraft(tenant, await addAudience(tenant, ids));
    await tenant.call('POST', path(id, '/send'));
    await sendAll(server);
    expect(await get(tenant, path(id))).toMatchObject({ status: 'sent' });
    await tenant.call('DELETE', `/v1/contacts/${ids[0]}`);
    expect((await get(tenant, path(id, '/recipients'))).data).toMatchObject([{ status: 'skipped', reason: 'deleted' }]);
    expect((await get(tenant, path(id, '/stats'))).ledger).toMatchObject({ total: 1, queued: 0, skipped: 1 });
  });

  it('goes on when its broadcast is resumed, where its time came while that was paused', async () => {
    const tenant = await server.mint();
    const contacts = [...(await addContacts(tenant, 1, 'busy')), ...(await addContacts(tenant, 1))];
    const id = await writeDraft(tenant, await addAudience(tenant, contacts));
    await tenant.call('POST', path(id, '/send'));
    await sendAll(server);
    await tenant.call('POST', path(id, '/pause'));
    await advance(MINUTE_MS);
    await sendAll(server);
    expect((await get(tenant, path(id, '/stats'))).ledger).toMatchObject({ queued: 2, sent: 0 });
    busy = false;
    await tenant.call('POST', path(id, '/resume'));
    await sendAll(server);
    busy = true;
    expect((await get(tenant, path(id, '/stats'))).ledger).toMatchObject({ queued: 0, sent: 2 });
    expect((await get(tenant, path(id))).status).toBe('sent');
  });

  it('has its body still when the broadcast was sent long ago', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 1, 'busy')));
    await tenant.call('POST', path(id, '/send'));
    await sendAll(server);
    // Refused for now, which does not hold the whole.
    expect((await get(tenant, path(id))).status).toBe('sent');
    const [row] = (await get(tenant, path(id, '/recipients'))).data;
    await putOff(tenant, row.message_id, FAR_MS);
    busy = false;
    await advance(FAR_MS - MINUTE_MS);
    await server.run('cleanup');
    await advance(MINUTE_MS);
    await sendAll(server);
    busy = true;
    expect(await get(tenant, `/v1/messages/${row.message_id}`)).toMatchObject({ status: 'sent', html_body: expect.any(String) });
  });
});
