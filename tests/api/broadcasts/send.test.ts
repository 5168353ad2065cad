import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('POST /v1/broadcasts/{id}/send on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  const stats = async (tenant: TestTenant, id: string) => (await tenant.call('GET', `/v1/broadcasts/${id}/stats`)).body;
  const get = async (tenant: TestTenant, id: string) => (await tenant.call('GET', `/v1/broadcasts/${id}`)).body;
  const recipients = async (tenant: TestTenant, id: string, query = '') =>
    (await tenant.call('GET', `/v1/broadcasts/${id}/recipients?limit=100${query}`)).body.data;

  async function captured(tenant: TestTenant): Promise<{ rcpt_to: string[]; subject: string; id: string }[]> {
    const { body } = await server.admin('GET', '/admin/captured?limit=100');
    return body.data.filter(({ tenant_id }: { tenant_id: string }) => tenant_id === tenant.id);
  }

  it('writes one mail to each subscribed contact, each its own, and says what became of everybody', async () => {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 6);
    await tenant.call('PATCH', `/v1/contacts/${ids[1]}`, { body: { status: 'unsubscribed' } });
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'c2@example.net' } });
    const id = await writeDraft(tenant, await addAudience(tenant, ids));
    const sent = await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    expect(sent.status).toBe(202);
    expect(sent.body).toMatchObject({ status: 'sending', total_recipients: 6 });
    await sendAll(server);

    const ledger = { total: 6, pending: 0, queued: 0, sent: 4, failed: 0, suppressed: 1, skipped: 1 };
    expect(await stats(tenant, id)).toMatchObject({ broadcast_id: id, ledger, events: { sent: 4, open: 0 }, unique_opens: 0 });
    expect(await get(tenant, id)).toMatchObject({ status: 'sent', sent_count: 4, skipped_count: 2 });
    const mails = await captured(tenant);
    expect(mails.map(({ rcpt_to }) => rcpt_to[0]).sort()).toEqual([0, 3, 4, 5].map((n) => `c${n}@example.net`));
    expect(mails.map(({ subject }) => subject).sort()).toEqual([0, 3, 4, 5].map((n) => `News for ${n}`));
    const { body } = await server.admin('GET', `/admin/captured/${mails[0]?.id}`);
    expect(body.raw).toContain(`Hello ${mails[0]?.rcpt_to[0]}`);

    const rows = await recipients(tenant, id);
    expect(rows.map((row: { contact_id: string }) => row.contact_id)).toEqual([...ids].sort());
    const of = (n: number) => rows.find((row: { contact_id: string }) => row.contact_id === ids[n]);
    expect(of(0)).toMatchObject({ email: 'c0@example.net', status: 'sent', reason: null, message_id: expect.stringMatching(/^msg_/) });
    expect(of(1)).toMatchObject({ email: 'c1@example.net', status: 'skipped', reason: 'unsubscribed', message_id: null });
    expect(of(2)).toMatchObject({ email: 'c2@example.net', status: 'suppressed', reason: 'suppressed', message_id: null });
    expect(await recipients(tenant, id, '&status=skipped')).toEqual([of(1)]);
    expect((await recipients(tenant, id, '&status=sent')).length).toBe(4);
    expect((await recipients(tenant, id, '&status=nonsense')).length).toBe(6);
    const { body: usage } = await tenant.call('GET', '/v1/usage');
    expect(usage).toMatchObject({ marketing_emails: 4, daily: { used: 0 } });
  });

  it('bears its sender as mail does, however the draft writes it', async () => {
    const tenant = await server.mint();
    const name = `bücher${tenant.id.slice(-6)}.example`;
    const { body: domain } = await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name, verified: true } });
    const fields = { from: ` Jörg, X <hello@${name}> `, reply_to: `Änne <a@${name}>` };
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 1)), fields);
    await tenant.call('POST', `/v1/broadcasts/${id}/test`, { body: { to: ['a@example.net'] } });
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    expect(await get(tenant, id)).toMatchObject({ status: 'sent', ...fields });
    const { data } = (await tenant.call('GET', '/v1/messages')).body;
    expect(data).toHaveLength(2);
    for (const { id: messageId } of data) {
      const { body: message } = await tenant.call('GET', `/v1/messages/${messageId}`);
      const written = { from: `"Jörg, X" <hello@${domain.name}>`, reply_to: [`Änne <a@${domain.name}>`] };
      expect(message).toMatchObject(written);
    }
  });

  it('cuts a subject at 998 characters, that of a test too, and none of them in two', async () => {
    const tenant = await server.mint();
    const title = `${'x'.repeat(997)}😀y`;
    const { body: contact } = await tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net', attributes: { title } } });
    const id = await writeDraft(tenant, await addAudience(tenant, [contact.id]), { subject: '{{ title }}' });
    const cut = `${'x'.repeat(997)}😀`;
    const { body: preview } = await tenant.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(preview.sample.subject).toBe(cut);
    await tenant.call('POST', `/v1/broadcasts/${id}/test`, { body: { to: ['a@example.net'] } });
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const subjects = (await captured(tenant)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual([`[test] ${cut}`.slice(0, 998), cut]);
  });

  it('hands out recipients page by page', async () => {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 5);
    await tenant.call('PATCH', `/v1/contacts/${ids[2]}`, { body: { status: 'unsubscribed' } });
    const id = await writeDraft(tenant, await addAudience(tenant, ids));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await tenant.call('GET', `/v1/broadcasts/${id}/recipients?limit=2&cursor=${cursor}`);
      seen.push(...body.data.map((row: { contact_id: string }) => row.contact_id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([...ids].sort());
  });

  it('sends to a segment, to those who match', async () => {
    const tenant = await server.mint();
    await addContacts(tenant, 10);
    const filter = { field: 'attributes.n', op: 'gte', value: 7 };
    const { body: segment } = await tenant.call('POST', '/v1/segments', { body: { name: 'Late', filter } });
    const id = await writeDraft(tenant, segment.id, { target_kind: 'segment' });
    expect((await tenant.call('POST', `/v1/broadcasts/${id}/send`)).body.total_recipients).toBe(3);
    await sendAll(server);
    expect((await stats(tenant, id)).ledger).toMatchObject({ total: 3, sent: 3 });
  });

  it('waits for its time, and then sends', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 2)));
    const { body: clock } = await server.admin('GET', '/admin/clock');
    const at = clock.now + 60_000;
    const scheduled = await tenant.call('POST', `/v1/broadcasts/${id}/send`, { body: { scheduled_at: at } });
    expect(scheduled.status).toBe(200);
    expect(scheduled.body).toMatchObject({ status: 'scheduled', scheduled_at: at, total_recipients: 2 });
    await sendAll(server);
    expect(await get(tenant, id)).toMatchObject({ status: 'scheduled' });
    await server.admin('POST', '/admin/clock', { body: { now: at } });
    await sendAll(server);
    expect(await get(tenant, id)).toMatchObject({ status: 'sent', sent_at: at, sent_count: 2 });
  });

  it('cancels what is due when its target is gone', async () => {
    const tenant = await server.mint();
    const audience = await addAudience(tenant, await addContacts(tenant, 1));
    const id = await writeDraft(tenant, audience);
    const { body: clock } = await server.admin('GET', '/admin/clock');
    await tenant.call('POST', `/v1/broadcasts/${id}/send`, { body: { scheduled_at: clock.now + 1000 } });
    await tenant.call('DELETE', `/v1/audiences/${audience}`);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
    await server.run('fanout');
    const found = await get(tenant, id);
    expect(found.status).toBe('cancelled');
    expect(found.last_error).toMatch(/^target_not_found/);
  });

  it('says so where no domain is verified', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, []), { from: null });
    await tenant.call('DELETE', `/v1/domains/${tenant.domain.id}`);
    expect(await tenant.call('POST', `/v1/broadcasts/${id}/send`)).toMatchObject({
      status: 422,
      body: { error: 'from_domain_not_verified', from: '', detail: expect.stringContaining('No domain is verified') },
    });
  });

  it('asks for either body', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, []), { body_html: undefined });
    const { body } = await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    expect(body).toEqual({ error: 'missing_field', field: 'body_html', detail: 'One of body_html and body_text is required to send.' });
  });

  it('tells what a draft lacks', async () => {
    const tenant = await server.mint();
    const audience = await addAudience(tenant, []);
    const refusal = async (fields: object, body?: object) => {
      const id = await writeDraft(tenant, audience, fields);
      const answer = await tenant.call('POST', `/v1/broadcasts/${id}/send`, body === undefined ? {} : { body });
      return [answer.status, answer.body.error, answer.body.field];
    };
    expect(await refusal({ subject: '' })).toEqual([422, 'missing_field', 'subject']);
    expect(await refusal({ body_html: undefined })).toEqual([422, 'missing_field', 'body_html']);
    expect(await refusal({ body_html: ' \u200b', body_text: '\n' })).toEqual([422, 'missing_field', 'body_html']);
    expect(await refusal({ target_id: undefined, target_kind: undefined })).toEqual([422, 'missing_field', 'target_id']);
    expect(await refusal({ from: 'a@elsewhere.example' })).toEqual([422, 'from_domain_not_verified', undefined]);
    expect(await refusal({ body_html: '{% if %}' })).toEqual([422, 'invalid_template', 'body_html']);
    expect(await refusal({ body_html: undefined, body_text: '{% if %}' })).toEqual([422, 'invalid_template', 'body_text']);
    expect(await refusal({ subject: '{{ a' })).toEqual([422, 'invalid_template', 'subject']);
    expect(await refusal({}, { scheduled_at: 1 })).toEqual([422, 'scheduled_at_must_be_in_the_future', undefined]);
    expect(await refusal({}, { scheduled_at: 'soon' })).toEqual([422, 'validation_failed', 'scheduled_at']);
    expect(await refusal({}, { scheduled_at: 8_900_000_000_000 })).toEqual([422, 'validation_failed', 'scheduled_at']);
  });
});
