import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { capturedMail } from '../../support/captured.ts';
import { engines } from '../../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const LINKS = 'https://links.example.com';
const ADDRESS = 'ada@example.net';

describe.each(engines)('unsubscribing on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;

  beforeAll(async () => {
    server = await startTestServer(engine, { CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000', LINK_BASE_URL: `${LINKS}/` });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const send = (change: object = {}) =>
    tenant.call('POST', '/v1/email', {
      body: { from: `Shop <${tenant.from}>`, to: [ADDRESS], subject: 'News', text_body: 'x', stream: 'marketing', ...change },
    });
  async function sent(change: object = {}) {
    const { body } = await send(change);
    await server.run('dispatch');
    return { id: body.message_id as string, ...(await capturedMail(server, body.message_id)) };
  }
  const pathOf = (headers: ReadonlyMap<string, string>) => {
    const [, path = ''] = new RegExp(`^<${LINKS}(/u/[^>]+)>$`).exec(headers.get('list-unsubscribe') ?? '') ?? [];
    return path;
  };
  const open = (path: string, options: RequestInit = {}) => fetch(`${server.url}${path}`, { redirect: 'error', ...options });
  const post = (path: string, body: URLSearchParams | FormData = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
    open(path, { method: 'POST', body });
  const suppressions = async () => (await tenant.call('GET', '/v1/suppressions')).body.data;
  const addContact = async (status = 'subscribed') =>
    (await tenant.call('POST', '/v1/contacts', { body: { email: ADDRESS, status } })).body.id as string;
  const statusOf = async (id: string) => (await tenant.call('GET', `/v1/contacts/${id}`)).body.status;
  const updatesTold = async () => {
    const query = server.platform.db.read.selectFrom('events').select('data').where('tenant_id', '=', tenant.id);
    const rows = await query.where('type', '=', 'contact.updated').execute();
    return rows.map(({ data }) => JSON.parse(data).contact.status);
  };

  describe('the headers of a marketing mail', () => {
    it('offer one click (RFC 8058), signed with the rest (RFC 6376)', async () => {
      const { raw, headers } = await sent();
      expect(pathOf(headers)).toMatch(/^\/u\/[A-Za-z0-9_-]+$/);
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const { body } = await tenant.call('GET', `/v1/domains/${tenant.domain.id}`);
      const dkim = body.records.find(({ purpose }: { purpose: string }) => purpose === 'dkim');
      const resolver = async (name: string) => (name === dkim.name ? [[dkim.value]] : []);
      const { results } = await dkimVerify(raw, { resolver });
      expect(results).toMatchObject([{ status: { result: 'pass', aligned: tenant.domain.name } }]);
      const signed = results[0]?.signingHeaders?.keys.split(': ').map((name) => name.toLowerCase());
      expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
      const changed = Buffer.from(raw.toString('latin1').replace(LINKS, 'https://evil.example.com'), 'latin1');
      expect((await dkimVerify(changed, { resolver })).results).toMatchObject([{ status: { result: 'fail' } }]);
    });

    it('are ours alone: what the sender says of unsubscribing gives way', async () => {
      const { raw, headers } = await sent({ headers: { 'list-unsubscribe': '<https://shop.example/u>', 'X-Other': 'y' } });
      expect(pathOf(headers)).not.toBe('');
      expect(headers.get('x-other')).toBe('y');
      expect(raw.toString()).not.toContain('shop.example/u');
    });

    it('are not on transactional mail, where the sender may have his own', async () => {
      const own = { 'List-Unsubscribe': '<https://shop.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
      const { headers } = await sent({ stream: 'transactional', headers: own });
      expect(headers.get('list-unsubscribe')).toBe('<https://shop.example/u>');
      expect((await sent({ stream: 'transactional' })).headers.has('list-unsubscribe')).toBe(false);
    });
  });

  describe('{{ unsubscribe_url }}', () => {
    const write = async () => {
      await tenant.call('POST', '/v1/templates', { body: { alias: 'news' } });
      const body = { subject: 'News', html_body: '<a href="{{ unsubscribe_url }}">leave</a>', text_body: 'Leave: {{ unsubscribe_url }}' };
      await tenant.call('POST', '/v1/templates/news/versions', { body });
    };
    const templated = { subject: undefined, text_body: undefined, template_alias: 'news' };

    it('is where the header of the same mail leads', async () => {
      await write();
      const { html, text, headers } = await sent(templated);
      expect(text).toContain(`Leave: ${LINKS}${pathOf(headers)}`);
      expect(html).toContain(`href="${LINKS}${pathOf(headers)}"`);
    });

    it('is offered to every mail of a batch, each its own', async () => {
      await write();
      const mail = (to: string) => ({ from: tenant.from, to: [to], stream: 'marketing', template_alias: 'news' });
      const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails: [mail('a@example.net'), mail('b@example.net')] } });
      await server.run('dispatch');
      const mails = await Promise.all(body.data.map((item: { message_id: string }) => capturedMail(server, item.message_id)));
      expect(new Set(mails.map(({ headers }) => pathOf(headers))).size).toBe(2);
      for (const { text, headers } of mails) expect(text).toContain(pathOf(headers));
    });

    it('leaves a model its own, and transactional mail without', async () => {
      await write();
      const own = await sent({ ...templated, template_model: { unsubscribe_url: 'https://shop.example/prefs' } });
      expect(own.text).toContain('Leave: https://shop.example/prefs');
      expect((await sent({ ...templated, stream: 'transactional' })).text.trim()).toBe('Leave:');
    });
  });

  describe('GET /u/{token}', () => {
    it('asks and changes nothing, however often it is opened', async () => {
      const contact = await addContact();
      const { headers } = await sent();
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

    it('shows no markup of the sender', async () => {
      const { headers } = await sent({ from: `"<b>&x</b>" <${tenant.from}>` });
      expect(await (await open(pathOf(headers))).text()).toContain('&lt;b&gt;&amp;x&lt;/b&gt;');
    });
  });

  describe('POST /u/{token}', () => {
    it('unsubscribes the contact, lists the address for marketing mail and tells of it, once', async () => {
      const contact = await addContact();
      const { id, headers } = await sent();
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
      const { headers } = await sent();
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      expect((await post(pathOf(headers), form)).status).toBe(200);
      expect(await suppressions()).toMatchObject([{ email: ADDRESS, reason: 'unsubscribe' }]);
    });

    it.each(['', 'List-Unsubscribe=No', 'x=y'])('asks again where the form says something else: %j', async (form) => {
      const { headers } = await sent();
      const answer = await post(pathOf(headers), new URLSearchParams(form));
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('<button');
      expect(await suppressions()).toEqual([]);
    });

    it('ends marketing mail, and no other', async () => {
      const { headers } = await sent();
      await post(pathOf(headers));
      expect((await send()).body).toMatchObject({ status: 'suppressed', suppressed_recipients: [ADDRESS] });
      expect((await send({ stream: 'transactional' })).body.status).toBe('queued');
    });

    it('ends marketing mail that was accepted and is not sent yet', async () => {
      const { headers } = await sent();
      const now = (await server.admin('GET', '/admin/clock')).body.now as number;
      const { body } = await send({ scheduled_at: now + 60_000 });
      await post(pathOf(headers));
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
      await server.run('dispatch');
      expect((await tenant.call('GET', `/v1/messages/${body.message_id}`)).body.status).toBe('suppressed');
    });

    it('works for a message that is gone', async () => {
      const contact = await addContact();
      const { id, headers } = await sent();
      await server.platform.db.write.deleteFrom('messages').where('id', '=', id).execute();
      expect(await (await open(pathOf(headers))).text()).toContain('this sender');
      expect((await post(pathOf(headers))).status).toBe(200);
      expect(await statusOf(contact)).toBe('unsubscribed');
      expect(await suppressions()).toMatchObject([{ email: ADDRESS, source_message_id: null }]);
    });

    it('writes an address that was erased down nowhere again', async () => {
      const { headers } = await sent();
      await tenant.call('POST', '/v1/erasures', { body: { email: ADDRESS } });
      expect((await post(pathOf(headers))).status).toBe(200);
      expect(await suppressions()).toEqual([]);
      const id = await addContact();
      expect((await post(pathOf(headers))).status).toBe(200);
      expect([await statusOf(id), await suppressions()]).toEqual(['unsubscribed', []]);
    });

    it('answers 200 where the tenant is gone and can send nothing', async () => {
      const { headers } = await sent();
      await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
      await server.run('cleanup');
      expect((await post(pathOf(headers))).status).toBe(200);
    });

    it('promises nothing where it cannot be done, and does it at the next try', async () => {
      const { headers } = await sent();
      const { db } = server.platform;
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
      const { headers } = await sent();
      const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click', rest: 'x'.repeat(10_000) });
      expect((await post(pathOf(headers), form)).status).toBe(413);
      expect(await suppressions()).toEqual([]);
    });

    it("leaves another tenant's contact of the address alone", async () => {
      const { headers } = await sent();
      const other = await server.mint();
      const { body } = await other.call('POST', '/v1/contacts', { body: { email: ADDRESS } });
      await post(pathOf(headers));
      expect((await other.call('GET', `/v1/contacts/${body.id}`)).body.status).toBe('subscribed');
      expect((await other.call('GET', '/v1/suppressions')).body.data).toEqual([]);
    });
  });

  describe('404', () => {
    it('is the answer to a token that is altered, cut off or made up, and nothing changes', async () => {
      const { headers } = await sent();
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

  describe('marketing mail', () => {
    it.each([
      ['several', { to: [ADDRESS, 'b@example.net'] }],
      ['copies', { cc: ['b@example.net'] }],
    ])('goes to exactly one recipient and not to %s', async (_case, change) => {
      expect(await send(change)).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'to' } });
    });

    it.each(['unsubscribed', 'cleaned'])('does not go to a contact that is %s', async (status) => {
      await addContact(status);
      expect((await send()).body.status).toBe('suppressed');
      expect((await send({ stream: 'transactional' })).body.status).toBe('queued');
    });

    it('refuses List-Unsubscribe-Post of the sender', async () => {
      const { status, body } = await send({ headers: { 'List-Unsubscribe-Post': 'x' } });
      expect([status, body.field]).toEqual([422, 'headers.List-Unsubscribe-Post']);
    });
  });

  it('is no part of the API document', async () => {
    const { body } = await tenant.call('GET', '/openapi.json');
    expect(Object.keys(body.paths).filter((path) => /^\/[ut]\//.test(path))).toEqual([]);
  });
});
