import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAudience, addContacts, content, sendAll, writeDraft } from '../../support/broadcasts.ts';
import { capturedMail } from '../../support/captured.ts';
import { engines } from '../../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

describe.each(engines)('/v1/broadcasts on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  let audience: string;

  beforeAll(async () => {
    server = await startTestServer(engine, { CLOCK: 'virtual' });
    tenant = await server.mint();
    audience = await addAudience(tenant, await addContacts(tenant, 3));
  });
  afterAll(() => server.stop());

  const create = (fields: object) => tenant.call('POST', '/v1/broadcasts', { body: { ...content(tenant), ...fields } });
  const refused = async (fields: object) => {
    const { status, body } = await create(fields);
    return [status, body.error, body.field];
  };

  describe('POST', () => {
    it('writes a draft from a name alone', async () => {
      const { status, body } = await tenant.call('POST', '/v1/broadcasts', { body: { name: '  May  ' } });
      expect(status).toBe(201);
      expect(body).toMatchObject({ name: 'May', subject: '', status: 'draft', target_kind: null, total_recipients: 0, sent_at: null });
    });

    it('refuses what does not fit', async () => {
      expect(await refused({ name: undefined })).toEqual([422, 'missing_field', 'name']);
      expect(await refused({ target_kind: 'audience' })).toEqual([422, 'missing_field', 'target_id']);
      expect(await refused({ target_id: audience })).toEqual([422, 'missing_field', 'target_kind']);
      expect(await refused({ target_kind: 'list', target_id: audience })).toEqual([422, 'validation_failed', 'target_kind']);
      expect(await refused({ target_kind: 'segment', target_id: audience })).toEqual([422, 'target_not_found', 'target_id']);
      expect(await refused({ from_domain_id: 'dom_none' })).toEqual([422, 'from_domain_not_verified', undefined]);
      expect(await refused({ from: 'nobody' })).toEqual([422, 'validation_failed', 'from']);
      expect(await refused({ from: 'a@other.example', from_domain_id: tenant.domain.id })).toEqual([422, 'validation_failed', 'from']);
      expect(await refused({ subject: 'a\nb' })).toEqual([422, 'validation_failed', 'subject']);
    });

    it('takes no target of another tenant', async () => {
      const other = await server.mint();
      const foreign = await addAudience(other, []);
      expect(await refused({ target_kind: 'audience', target_id: foreign })).toEqual([422, 'target_not_found', 'target_id']);
    });
  });

  describe('PATCH', () => {
    it('keeps what is left out and clears by null, the target by two', async () => {
      const id = await writeDraft(tenant, audience, { reply_to: 'b@example.net' });
      const path = `/v1/broadcasts/${id}`;
      const half = await tenant.call('PATCH', path, { body: { target_id: null } });
      expect(half.body).toMatchObject({ error: 'missing_field', field: 'target_id' });
      const { status, body } = await tenant.call('PATCH', path, { body: { reply_to: null, target_id: null, target_kind: null } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ reply_to: null, target_id: null, target_kind: null, name: 'News', from: tenant.from });
    });
  });

  describe('GET', () => {
    it('lists newest first, page by page', async () => {
      const own = await server.mint();
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) ids.unshift((await own.call('POST', '/v1/broadcasts', { body: { name } })).body.id);
      const first = await own.call('GET', '/v1/broadcasts?limit=2');
      const second = await own.call('GET', `/v1/broadcasts?limit=2&cursor=${first.body.next_cursor}`);
      expect([...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(second.body.next_cursor).toBeNull();
    });

    it("knows nothing of another tenant's", async () => {
      const other = await server.mint();
      const id = await writeDraft(tenant, audience);
      for (const verb of ['', '/stats', '/recipients']) {
        expect((await other.call('GET', `/v1/broadcasts/${id}${verb}`)).body).toEqual({ error: 'not_found' });
      }
    });
  });

  describe('POST /{id}/test', () => {
    it('sends to addresses of the caller, in any state, for their contact where there is one', async () => {
      const id = await writeDraft(tenant, audience, { body_text: 'Bye {{ unsubscribe_url }}' });
      const { status, body } = await tenant.call('POST', `/v1/broadcasts/${id}/test`, {
        body: { to: ['c1@example.net', 'new@example.net'] },
      });
      expect(status).toBe(202);
      expect(body.data).toHaveLength(2);
      expect(body.data[0]).toMatchObject({ status: 'queued', test_mode: false, suppressed_recipients: [] });
      await sendAll(server);
      const message = await tenant.call('GET', `/v1/messages/${body.data[0].message_id}`);
      expect(message.body).toMatchObject({ status: 'sent', subject: '[test] News for 1', headers: {}, broadcast_id: null });
      const { headers } = await capturedMail(server, body.data[0].message_id);
      expect([...headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([]);
      expect((await tenant.call('GET', `/v1/broadcasts/${id}`)).body.status).toBe('draft');
    });

    it('sends to nobody who has unsubscribed', async () => {
      const own = await server.mint();
      const [contact] = await addContacts(own, 1);
      await own.call('PATCH', `/v1/contacts/${contact}`, { body: { status: 'unsubscribed' } });
      const id = await writeDraft(own, await addAudience(own, []));
      const { body } = await own.call('POST', `/v1/broadcasts/${id}/test`, { body: { to: ['c0@example.net'] } });
      expect(body.data).toMatchObject([{ status: 'suppressed', suppressed_recipients: ['c0@example.net'] }]);
    });

    it('takes 1 to 5 addresses', async () => {
      const id = await writeDraft(tenant, audience);
      const test = async (to: string[]) => (await tenant.call('POST', `/v1/broadcasts/${id}/test`, { body: { to } })).body.error;
      expect(await test([])).toBe('validation_failed');
      expect(await test(Array.from({ length: 6 }, (_, n) => `t${n}@example.net`))).toBe('validation_failed');
      expect(await test(['nobody'])).toBe('invalid_email');
    });

    it('sends 50 an hour and no more', async () => {
      const own = await server.mint();
      const id = await writeDraft(own, await addAudience(own, []));
      const test = () =>
        own.call('POST', `/v1/broadcasts/${id}/test`, { body: { to: Array.from({ length: 5 }, (_, n) => `t${n}@example.net`) } });
      const answers = await Promise.all(Array.from({ length: 12 }, test));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
      const refusal = answers.find(({ status }) => status === 429);
      expect(refusal?.body).toMatchObject({ error: 'rate_limit_exceeded', limit: 50 });
      expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(3500);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 3_601_000 } });
      expect((await test()).status).toBe(202);
    });
  });

  describe('POST /{id}/preview', () => {
    it('counts who would get it, shows one mail, and warns', async () => {
      const own = await server.mint();
      const ids = await addContacts(own, 4);
      await own.call('PATCH', `/v1/contacts/${ids[0]}`, { body: { status: 'unsubscribed' } });
      await own.call('POST', '/v1/suppressions', { body: { email: 'c1@example.net' } });
      const html = '<a href="http://example.com/">{{ attributes.city }}</a>';
      const id = await writeDraft(own, await addAudience(own, ids), { body_html: html });
      const { status, body } = await own.call('POST', `/v1/broadcasts/${id}/preview`);
      expect(status).toBe(200);
      expect(body.counts).toEqual({ total: 4, deliverable: 2, unsubscribed: 1, cleaned: 0, suppressed: 1 });
      expect(body.sample).toMatchObject({ contact_id: ids[2], from: own.from, subject: 'News for 2' });
      expect(body.missing).toEqual(['attributes.city']);
      expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(['insecure_link', 'no_unsubscribe_link']);
      const given = await own.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id: ids[3] } });
      expect(given.body.sample.subject).toBe('News for 3');
      const unknown = await own.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id: 'con_none' } });
      expect(unknown.body.error).toBe('contact_not_found');
    });

    it('takes the name of a language for no link', async () => {
      const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:o='http://example.com/office'><body>{{ unsubscribe_url }}</body></html>`;
      const warned = async (body_html: string) => {
        const id = await writeDraft(tenant, audience, { body_html });
        return (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body.warnings;
      };
      expect(await warned(html)).toEqual([]);
      const found = await warned(`${html}<img src="http://images.example/a.png">`);
      expect(found).toEqual([{ code: 'insecure_link', detail: 'A link without TLS: http://images.example/a.png' }]);
    });

    it('shows the preview text first, as text and as Liquid', async () => {
      const shown = async (fields: object) => {
        const id = await writeDraft(tenant, audience, fields);
        return (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body.sample?.html_body;
      };
      const hidden = (text: string) => `<div style="display:none;max-height:0;overflow:hidden">${text}</div>`;
      const preview_text = 'a < b & {% if n > -1 %}{{ "<i>" }}{% endif %}';
      const text = hidden('a &lt; b &amp; &lt;i&gt;');
      expect(await shown({ preview_text })).toBe(`${text}<p>Hello c0@example.net</p>`);
      expect(await shown({ preview_text, body_html: '<html><body class="a"><p>x</p>' })).toBe(`<html><body class="a">${text}<p>x</p>`);
      const bare = '<!DOCTYPE html><html><head><title>t</title></head>';
      expect(await shown({ preview_text, body_html: `${bare}<p>x</p>` })).toBe(`${bare}${text}<p>x</p>`);
      expect(await shown({ preview_text, body_html: '<!doctype html><p>x</p>' })).toBe(`<!doctype html>${text}<p>x</p>`);
    });

    it('has no counts without a target', async () => {
      const { body: draft } = await create({});
      const { body } = await tenant.call('POST', `/v1/broadcasts/${draft.id}/preview`);
      expect(body.counts).toBeNull();
      expect(body.sample.contact_id).toBeNull();
    });
  });
});
