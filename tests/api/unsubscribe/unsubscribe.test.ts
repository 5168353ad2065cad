import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { ADDRESS, addContact, LINKS, pathOf, send, sent } from './marketing.ts';

describe.each(engines)('unsubscribing on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, LINK_BASE_URL: `${LINKS}/` });
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const open = (path: string, options: RequestInit = {}) => fetch(`${server.url}${path}`, { redirect: 'error', ...options });
  const post = (path: string, body: URLSearchParams | FormData = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
    open(path, { method: 'POST', body });
  const suppressions = async () => (await tenant.call('GET', '/v1/suppressions')).body.data;
  const statusOf = async (id: string) => (await tenant.call('GET', `/v1/contacts/${id}`)).body.status;
  const updatesTold = async () => {
    const query = server.app.db.read.selectFrom('events').select('data').where('tenant_id', '=', tenant.id);
    const rows = await query.where('type', '=', 'contact.updated').execute();
    return rows.map(({ data }) => JSON.parse(data).contact.status);
  };

  describe('GET /u/{token}', () => {
    it('asks and changes nothing, however often it is opened', async () => {
      const contact = await addContact(tenant);
      const { headers } = await sent(server, tenant);
      for (const method of ['GET', 'HEAD', 'GET']) {
        const answer = await open(pathOf(headers), { method });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      }
      const page = await (await open(pathOf(headers))).text();
      expect(page).toContain(ADDRESS);
      expect(page).toContain('Shop');
      expect(await statusOf(contact)).toBe('subscribed');
      expect(await suppressions()).toEqual([]);
    });

    it('is in the language of whoever reads it, as is what follows', async () => {
      const { headers: mail } = await sent(server, tenant);
      const path = pathOf(mail);
      const german = { 'Accept-Language': 'de-AT,en;q=0.5' };
      const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const said = async (options: RequestInit, at = path) => {
        const answer = await open(at, options);
        return [answer.headers.get('content-language'), /<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]];
      };
      expect(await said({ headers: { 'Accept-Language': 'fr' } })).toEqual(['en', 'Unsubscribe?']);
      expect(await said({ headers: german })).toEqual(['de', 'Abmelden?']);
      expect(await said({ headers: german }, '/u/x')).toEqual(['de', 'Dieser Link ist unvollständig']);
      expect(await said({ method: 'POST', headers: { ...german, ...form }, body: 'no form' })).toEqual(['de', 'Etwas ist schiefgegangen']);
      expect(await said({ method: 'POST', headers: german, body })).toEqual(['de', 'Sie sind abgemeldet']);
    });

    it('says that it was done, however it was, and asks again once it was undone', async () => {
      const contact = await addContact(tenant);
      const { headers } = await sent(server, tenant);
      const read = async (options: RequestInit = {}) => (await open(pathOf(headers), options)).text();
      await post(pathOf(headers));
      const page = await read();
      expect(page).toContain('<h1>You are unsubscribed</h1>');
      expect(page).toContain('If you want them back, ask <strong><bdi>Shop</bdi></strong> to subscribe you again.');
      expect(page).not.toContain('<form');
      expect(await read({ headers: { 'Accept-Language': 'de' } })).toContain('melden Sie sich bei <strong><bdi>Shop</bdi></strong>.');
      await tenant.call('DELETE', `/v1/suppressions/${ADDRESS}`);
      expect(await read()).toContain('<h1>You are unsubscribed</h1>');
      await tenant.call('PATCH', `/v1/contacts/${contact}`, { body: { status: 'subscribed' } });
      expect(await read()).toContain('<h1>Unsubscribe?</h1>');
      expect((await post(pathOf(headers))).status).toBe(200);
      expect(await statusOf(contact)).toBe('unsubscribed');
    });

    it.each([
      { reason: 'hard_bounce', title: 'Unsubscribe?' },
      { reason: 'complaint', title: 'You are unsubscribed' },
      { reason: 'unsubscribe', title: 'You are unsubscribed' },
    ])('of an address that is listed for $reason says “$title”', async ({ reason, title }) => {
      const { headers } = await sent(server, tenant);
      await tenant.call('POST', '/v1/suppressions', { body: { email: ADDRESS } });
      expect(await (await open(pathOf(headers))).text()).toContain('<h1>Unsubscribe?</h1>');
      await server.app.db.write.updateTable('suppressions').set({ reason }).where('email', '=', ADDRESS).execute();
      expect(await (await open(pathOf(headers))).text()).toContain(`<h1>${title}</h1>`);
    });

    it('shows no markup of the sender', async () => {
      const { headers } = await sent(server, tenant, { from: `"<b>&x</b>" <${tenant.from}>` });
      expect(await (await open(pathOf(headers))).text()).toContain('&lt;b&gt;&amp;x&lt;/b&gt;');
    });
  });

  describe('POST /u/{token}', () => {
    it('goes on working while the tenant is suspended', async () => {
      const contact = await addContact(tenant);
      const { headers } = await sent(server, tenant);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: true } });
      expect((await open(pathOf(headers))).status).toBe(200);
      expect((await post(pathOf(headers))).status).toBe(200);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: false } });
      expect(await statusOf(contact)).toBe('unsubscribed');
    });

    it('unsubscribes the contact, lists the address for marketing mail and tells of it, once', async () => {
      const contact = await addContact(tenant);
      const { id, headers } = await sent(server, tenant);
      for (let time = 0; time < 2; time += 1) expect((await post(pathOf(headers))).status).toBe(200);
      expect(await statusOf(contact)).toBe('unsubscribed');
      expect(await updatesTold()).toEqual(['unsubscribed']);
      expect(await suppressions()).toEqual([
        {
          email: ADDRESS,
          reason: 'unsubscribe',
          scope: 'marketing',
          source_message_id: id,
          test_mode: false,
          created_at: expect.any(Number),
        },
      ]);
    });

    it('takes a form of parts as well, and needs no contact', async () => {
      const { headers } = await sent(server, tenant);
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      expect((await post(pathOf(headers), form)).status).toBe(200);
      expect(await suppressions()).toMatchObject([{ email: ADDRESS, reason: 'unsubscribe' }]);
    });

    it.each(['', 'List-Unsubscribe=No', 'x=y'])('asks again where the form says something else: %j', async (form) => {
      const { headers } = await sent(server, tenant);
      const answer = await post(pathOf(headers), new URLSearchParams(form));
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('<button');
      expect(await suppressions()).toEqual([]);
    });

    it('ends marketing mail, and no other', async () => {
      const { headers } = await sent(server, tenant);
      await post(pathOf(headers));
      expect((await send(tenant)).body).toMatchObject({ status: 'suppressed', suppressed_recipients: [ADDRESS] });
      expect((await send(tenant, { stream: 'transactional' })).body.status).toBe('queued');
    });

    it('ends marketing mail that was accepted and is not sent yet', async () => {
      const { headers } = await sent(server, tenant);
      const now = (await server.admin('GET', '/admin/clock')).body.now as number;
      const { body } = await send(tenant, { scheduled_at: now + 60_000 });
      await post(pathOf(headers));
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
      await server.run('dispatch');
      expect((await tenant.call('GET', `/v1/messages/${body.message_id}`)).body.status).toBe('suppressed');
    });

    it('works for a message that is gone', async () => {
      const contact = await addContact(tenant);
      const { id, headers } = await sent(server, tenant);
      await server.app.db.write.deleteFrom('messages').where('id', '=', id).execute();
      expect(await (await open(pathOf(headers))).text()).toContain('this sender');
      expect((await post(pathOf(headers))).status).toBe(200);
      expect(await statusOf(contact)).toBe('unsubscribed');
      expect(await suppressions()).toMatchObject([{ email: ADDRESS, source_message_id: null }]);
    });

    it('writes an address that was erased down nowhere again', async () => {
      const { headers } = await sent(server, tenant);
      await tenant.call('POST', '/v1/erasures', { body: { email: ADDRESS } });
      expect((await post(pathOf(headers))).status).toBe(200);
      expect(await suppressions()).toEqual([]);
      const id = await addContact(tenant);
      expect((await post(pathOf(headers))).status).toBe(200);
      expect([await statusOf(id), await suppressions()]).toEqual(['unsubscribed', []]);
    });

    it('answers 200 where the tenant is gone and can send nothing', async () => {
      const { headers } = await sent(server, tenant);
      await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
      await server.run('cleanup');
      expect((await post(pathOf(headers))).status).toBe(200);
    });

    it('promises nothing where it cannot be done, and does it at the next try', async () => {
      const { headers } = await sent(server, tenant);
      const { db } = server.app;
      const { transact } = db;
      Object.assign(db, { transact: () => Promise.reject(new Error('the disk is full')) });
      const answer = await post(pathOf(headers));
      Object.assign(db, { transact });
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain('may still be subscribed');
      expect((await post(pathOf(headers))).status).toBe(200);
      expect(await suppressions()).toMatchObject([{ email: ADDRESS }]);
    });

    it('reads no form that is longer than one could be', async () => {
      const { headers } = await sent(server, tenant);
      const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click', rest: 'x'.repeat(10_000) });
      expect((await post(pathOf(headers), form)).status).toBe(413);
      expect(await suppressions()).toEqual([]);
    });

    it("leaves another tenant's contact of the address alone", async () => {
      const { headers } = await sent(server, tenant);
      const other = await server.mint();
      const { body } = await other.call('POST', '/v1/contacts', { body: { email: ADDRESS } });
      await post(pathOf(headers));
      expect((await other.call('GET', `/v1/contacts/${body.id}`)).body.status).toBe('subscribed');
      expect((await other.call('GET', '/v1/suppressions')).body.data).toEqual([]);
    });
  });

  describe('404', () => {
    it('is the answer to a token that is altered, cut off or made up, and nothing changes', async () => {
      const { headers } = await sent(server, tenant);
      const path = pathOf(headers);
      const middle = path.length - 30;
      const altered = `${path.slice(0, middle)}${path[middle] === 'A' ? 'B' : 'A'}${path.slice(middle + 1)}`;
      for (const wrong of [altered, path.slice(0, -1), `${path}0`, path.toUpperCase().replace('/U/', '/u/'), '/u/x', '/u/%00']) {
        for (const answer of [await open(wrong), await post(wrong)]) {
          expect(answer.status).toBe(404);
          expect(await answer.text()).toContain('Nothing was changed');
        }
      }
      expect(await suppressions()).toEqual([]);
    });
  });

  it('is no part of the API document', async () => {
    const { body } = await tenant.call('GET', '/openapi.json');
    expect(Object.keys(body.paths).filter((path) => /^\/[ut]\//.test(path))).toEqual([]);
  });
});
