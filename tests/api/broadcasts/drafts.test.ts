import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, content, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('/v1/broadcasts on $name', (engine) => {
  let audience: string;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  beforeAll(async () => {
    audience = await addAudience(tenant, await addContacts(tenant, 3));
  });

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
      expect((await create({ from: null, from_domain_id: 'dom_none' })).body).toMatchObject({
        from: '',
        detail: expect.stringMatching(/^from_domain_id /),
      });
      const elsewhere = 'May <a@elsewhere.example>';
      expect((await create({ from: elsewhere, from_domain_id: 'dom_none' })).body).toMatchObject({ from: elsewhere });
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
      const detail = 'target_id is required with target_kind.';
      expect(half.body).toEqual({ error: 'missing_field', detail, field: 'target_id' });
      const { status, body } = await tenant.call('PATCH', path, { body: { reply_to: null, target_id: null, target_kind: null } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ reply_to: null, target_id: null, target_kind: null, name: 'News', from: tenant.from });
    });
  });

  describe('PATCH of the sender alone', () => {
    it("holds it against the draft's from_domain_id, and takes that of another domain once it is null", async () => {
      const id = await writeDraft(tenant, audience, { from_domain_id: tenant.domain.id });
      const { body: other } = await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, {
        body: { name: `news.${tenant.domain.name}`, verified: true },
      });
      const from = `news@${other.name}`;
      const patch = (body: object) => tenant.call('PATCH', `/v1/broadcasts/${id}`, { body });
      expect(await patch({ from })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'from' } });
      expect(await patch({ from, from_domain_id: null })).toMatchObject({ status: 200, body: { from, from_domain_id: null } });
      expect(await patch({ from, from_domain_id: other.id })).toMatchObject({ status: 200, body: { from, from_domain_id: other.id } });
    });
  });

  describe('PATCH of a draft whose target and domain are gone', () => {
    it('changes what is given, and takes the one and the other out by itself', async () => {
      const own = await server.mint();
      const gone = await addAudience(own, []);
      const id = await writeDraft(own, gone, { from: null, from_domain_id: own.domain.id });
      await own.call('DELETE', `/v1/audiences/${gone}`);
      await own.call('DELETE', `/v1/domains/${own.domain.id}`);
      const patch = (body: object) => own.call('PATCH', `/v1/broadcasts/${id}`, { body });

      expect(await patch({ name: 'June' })).toMatchObject({ status: 200, body: { name: 'June', target_id: gone } });
      expect(await patch({ from: 'a@other.example' })).toMatchObject({ status: 200, body: { from_domain_id: own.domain.id } });
      expect(await patch({ target_id: gone })).toMatchObject({ status: 422, body: { error: 'target_not_found', field: 'target_id' } });
      expect(await patch({ from_domain_id: own.domain.id })).toMatchObject({ status: 422, body: { error: 'from_domain_not_verified' } });
      expect(await patch({ target_kind: null, target_id: null })).toMatchObject({ status: 200, body: { target_id: null } });
      expect(await patch({ from_domain_id: null })).toMatchObject({ status: 200, body: { from_domain_id: null } });
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

    it('lists those in some states, newest first, page by page', async () => {
      const own = await server.mint();
      const ids: string[] = [];
      for (const name of ['0', '1', '2', '3', '4', '5']) ids.push((await own.call('POST', '/v1/broadcasts', { body: { name } })).body.id);
      for (const place of [1, 4]) await own.call('POST', `/v1/broadcasts/${ids[place]}/cancel`);
      const later = { scheduled_at: Date.now() + 86_400_000 };
      const due = await writeDraft(own, await addAudience(own, await addContacts(own, 1)));
      expect((await own.call('POST', `/v1/broadcasts/${due}/send`, { body: later })).status).toBe(200);
      const list = async (query: string) => (await own.call('GET', `/v1/broadcasts?${query}`)).body;
      const idsIn = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
      const at = (...places: number[]) => places.map((place) => ids[place]);

      expect(idsIn(await list('status=cancelled'))).toEqual(at(4, 1));
      expect(idsIn(await list('status=scheduled,cancelled'))).toEqual([due, ...at(4, 1)]);
      const first = await list('status=draft,cancelled,unknown&limit=4');
      expect(idsIn(first)).toEqual(at(5, 4, 3, 2));
      const second = await list(`status=draft,cancelled&limit=4&cursor=${first.next_cursor}`);
      expect([idsIn(second), second.next_cursor]).toEqual([at(1, 0), null]);
      expect((await list('status=sent')).data).toEqual([]);
      expect((await list('status=unknown')).data).toHaveLength(7);
    });

    it('ends a page before it is large, and leads on', async () => {
      const own = await server.mint();
      const half = 'x'.repeat(512 * 1024);
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
        ids.unshift((await own.call('POST', '/v1/broadcasts', { body: { name, body_html: half, body_text: half } })).body.id);
      const pages: string[][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await own.call('GET', `/v1/broadcasts?limit=100${cursor && `&cursor=${cursor}`}`);
        pages.push(body.data.map(({ id }: { id: string }) => id));
        cursor = body.next_cursor;
      }
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
      expect(pages.flat()).toEqual(ids);
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
      const test = async (to: string[]) => (await tenant.call('POST', `/v1/broadcasts/${id}/test`, { body: { to } })).body;
      expect(await test([])).toMatchObject({ error: 'validation_failed' });
      expect(await test(Array.from({ length: 6 }, (_, n) => `t${n}@example.net`))).toMatchObject({ error: 'validation_failed' });
      expect(await test(['a@example.net', 'nobody'])).toMatchObject({
        error: 'invalid_email',
        detail: expect.stringMatching(/^to\[1\]: /),
      });
    });

    it('sends 50 an hour and no more', async () => {
      const own = await server.mint();
      const id = await writeDraft(own, await addAudience(own, []));
      const test = () =>
        own.call('POST', `/v1/broadcasts/${id}/test`, { body: { to: Array.from({ length: 5 }, (_, n) => `t${n}@example.net`) } });
      const tagged = { from: own.from, to: ['a@example.net'], subject: 'x', text_body: 'x', tags: { broadcast_test: id } };
      await own.call('POST', '/v1/suppressions', { body: { email: 'held@example.net' } });
      for (const to of ['a@example.net', 'held@example.net'])
        await own.call('POST', '/v1/email/batch', { body: { emails: Array.from({ length: 50 }, () => ({ ...tagged, to: [to] })) } });
      const answers = await Promise.all(Array.from({ length: 12 }, test));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
      const refusal = answers.find(({ status }) => status === 429);
      expect(refusal?.body).toMatchObject({ error: 'rate_limit_exceeded', limit: 50 });
      expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(3500);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 3_601_000 } });
      expect((await test()).status).toBe(202);
    });
  });
});
