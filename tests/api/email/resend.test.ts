import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const DAY_MS = 86_400_000;

describe.each(engines)('POST /v1/messages/{id}/resend on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  async function send(change: object = {}): Promise<string> {
    const mail = { from: `Shop <${tenant.from}>`, to: ['Ada <ada@example.net>'], subject: 'Your order', text_body: 'It is on its way.' };
    const { body } = await tenant.call('POST', '/v1/email', { body: { ...mail, ...change } });
    await server.run('dispatch');
    return body.message_id;
  }
  const resend = (id: string, headers: Record<string, string> = {}) => tenant.call('POST', `/v1/messages/${id}/resend`, { headers });
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;

  it('sends the same as a new message', async () => {
    const content = Buffer.from('an invoice').toString('base64');
    const id = await send({
      ...{
        cc: ['grace@example.net'],
        bcc: ['alan@example.net'],
        reply_to: ['desk@example.net'],
        html_body: '<p>It is <b>on</b> its way.</p>',
      },
      ...{ headers: { 'X-Order': '7' }, tags: { order: '7' }, track_opens: true },
      attachments: [{ filename: 'invoice.txt', content, content_type: 'text/plain', content_id: 'i1' }],
    });
    const { status, body } = await resend(id);
    expect([status, body]).toEqual([202, expect.objectContaining({ status: 'queued', test_mode: false, suppressed_recipients: [] })]);
    expect(body.message_id).not.toBe(id);
    await server.run('dispatch');
    const own = ['id', 'created_at', 'updated_at', 'sent_at', 'provider_message_id', 'recipients', 'events'];
    const shared = async (message: string) =>
      Object.fromEntries(Object.entries(await get(message)).filter(([name]) => !own.includes(name)));
    expect(await shared(body.message_id)).toEqual(await shared(id));
    const { data } = (await server.admin('GET', '/admin/captured?limit=100')).body;
    const rawOf = async (message: string) => {
      const captured = data.find(({ message_id }: { message_id: string }) => message_id === message);
      return String((await server.admin('GET', `/admin/captured/${captured.id}`)).body.raw);
    };
    expect(await rawOf(body.message_id)).toContain(content);
    expect(await rawOf(id)).toContain(content);
  });

  it('goes to nobody who is suppressed since', async () => {
    const id = await send({ to: ['gone@example.net'] });
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'gone@example.net' } });
    expect(await resend(id)).toMatchObject({ status: 200, body: { status: 'suppressed', suppressed_recipients: ['gone@example.net'] } });
  });

  it('answers a repeated key once', async () => {
    const id = await send();
    const headers = { 'Idempotency-Key': 'again' };
    const first = await resend(id, headers);
    const second = await resend(id, headers);
    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.body).toEqual({ ...first.body, idempotent_replay: true });
  });

  it('counts as a mail, and simulates what was simulated', async () => {
    const poor = await server.mint({ daily_quota: 1 });
    const mail = { from: poor.from, to: ['delivered@posthorn.test'], subject: 'x', text_body: 'x', test_mode: true };
    const { body } = await poor.call('POST', '/v1/email', { body: mail });
    const refused = await poor.call('POST', `/v1/messages/${body.message_id}/resend`);
    expect(refused).toMatchObject({ status: 429, body: { error: 'quota_exceeded' } });
    const id = await send({ to: ['delivered@posthorn.test'], test_mode: true });
    expect(await resend(id)).toMatchObject({ status: 200, body: { status: 'sent', test_mode: true } });
  });

  describe('404', () => {
    it('knows no messages of other tenants', async () => {
      const other = await server.mint();
      const { body } = await other.call('POST', `/v1/messages/${await send()}/resend`);
      expect(body).toEqual({ error: 'not_found' });
    });
  });

  describe('409', () => {
    const refused = (id: string, status: string, detail: RegExp) =>
      resend(id).then((answer) =>
        expect(answer).toMatchObject({ status: 409, body: { error: 'not_resendable', status, detail: expect.stringMatching(detail) } }),
      );

    it('refuses what has not gone out yet', async () => {
      await refused(await send({ scheduled_at: 4_000_000_000_000 }), 'scheduled', /not gone out/);
    });

    it('refuses mail of a broadcast', async () => {
      const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 1)));
      await tenant.call('POST', `/v1/broadcasts/${id}/send`);
      await sendAll(server);
      const { data } = (await tenant.call('GET', `/v1/broadcasts/${id}/recipients`)).body;
      await refused(data[0].message_id, 'sent', /broadcast/);
    });

    it('refuses mail to an erased address', async () => {
      const id = await send({ to: ['erased@example.net'] });
      await tenant.call('POST', '/v1/erasures', { body: { email: 'erased@example.net' } });
      await refused(id, 'sent', /erased/);
    });

    it('refuses mail whose body is no longer kept', async () => {
      const id = await send();
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 31 * DAY_MS } });
      await server.run('cleanup');
      await refused(id, 'sent', /no longer kept/);
    });
  });
});
