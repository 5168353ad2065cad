import { Agent, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf } from '../../support/fixtures/automations.ts';
import { postFile } from '../../support/fixtures/contact-files.ts';
import { upload } from '../../support/fixtures/upload.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const LIMIT = 10_000;
const DAY = 86_400_000;
const REFUSED = { status: 402, body: { error: 'storage_limit_reached', limit: LIMIT } };

describe.each(engines)('storage_limit on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, BODY_RETENTION_DAYS: '30' });
  const tenant = useNewTenant(server, { storage_limit: LIMIT, rate_limit: -1 });

  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    tenant.call('POST', `/v1${path}`, { body, headers });
  const used = async () => (await tenant.call('GET', '/v1/usage')).body.storage.used as number;
  const mail = (bytes: number, change: object = {}) => ({
    from: tenant.from,
    to: ['a@example.net'],
    subject: 'x',
    text_body: 'x'.repeat(bytes),
    ...change,
  });
  const attached = (bytes: number) => ({ attachments: [{ filename: 'a', content: Buffer.alloc(bytes).toString('base64') }] });
  const fill = async (bytes: number) => expect((await post('/email', mail(bytes))).status).toBe(202);
  const files = async () =>
    (await server.app.db.read.selectFrom('blobs').select('key').where('tenant_id', '=', tenant.id).execute()).length;
  const advance = async (ms: number) => {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
    await server.run('dispatch');
    await server.run('cleanup');
  };
  /** What the figure says, and what is counted. */
  const recounted = async () => {
    const before = await used();
    await server.run('recount_storage');
    return [before, await used()];
  };

  it('is shown with what is used of it, to the byte', async () => {
    expect((await tenant.call('GET', '/v1/usage')).body.storage).toEqual({ limit: LIMIT, used: 0, received: 0 });
    await post('/email', mail(4, { html_body: '<p>ä</p>', headers: { 'X-A': 'bc' }, ...attached(1000) }));
    expect(await used()).toBe(4 + 9 + 5 + 1000);
    expect((await server.admin('GET', `/admin/tenants/${tenant.id}`)).body.overrides.storage_limit).toBe(LIMIT);
  });

  describe('refuses with 402', () => {
    it('a send, to the byte, and stores nothing of it', async () => {
      await fill(LIMIT - 10);
      expect(await post('/email', mail(11))).toMatchObject(REFUSED);
      expect(await post('/email', mail(11, { test_mode: true }))).toMatchObject(REFUSED);
      expect(await post('/email/batch', { emails: [mail(5), mail(6)] })).toMatchObject(REFUSED);
      expect(await used()).toBe(LIMIT - 10);
      expect((await tenant.call('GET', '/v1/messages')).body.data).toHaveLength(1);
      await fill(10);
    });

    it('a send for its files, before they are stored', async () => {
      expect(await post('/email', mail(1, attached(LIMIT)))).toMatchObject(REFUSED);
      expect(await post('/email/batch', { emails: [mail(1, attached(LIMIT))] })).toMatchObject(REFUSED);
      expect([await used(), await files()]).toEqual([0, 0]);
      expect((await post('/email', mail(1, attached(LIMIT - 1)))).status).toBe(202);
      expect(await used()).toBe(LIMIT);
    });

    it('not the answer to a key that was used before', async () => {
      const key = { 'Idempotency-Key': 'k' };
      const first = await post('/email', mail(LIMIT), key);
      expect((await post('/email', mail(LIMIT), key)).body).toEqual({ ...first.body, idempotent_replay: true });
    });

    it('nor what the plan refuses otherwise, nor an email that is wrong', async () => {
      await fill(LIMIT);
      expect(await post('/email', mail(1, { from: 'a@elsewhere.example' }))).toMatchObject({ status: 422 });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { daily_quota: 1 } } });
      expect(await post('/email', mail(1))).toMatchObject({ status: 429 });
    });

    it('an upload, which leaves nothing', async () => {
      expect((await upload(server.url, tenant.key, { content: 'x'.repeat(LIMIT - 1) })).status).toBe(201);
      expect(await upload(server.url, tenant.key, { content: 'xx' })).toMatchObject(REFUSED);
      expect((await upload(server.url, tenant.key, { content: 'x' })).status).toBe(201);
      expect(await upload(server.url, tenant.key, { content: 'x' })).toMatchObject(REFUSED);
      expect([await used(), await files()]).toEqual([LIMIT, 2]);
    });

    it('of uploads at once those that come over it, which leave nothing', async () => {
      const content = 'x'.repeat(4000);
      const answers = await Promise.all(Array.from({ length: 8 }, () => upload(server.url, tenant.key, { content })));
      const taken = answers.filter(({ status }) => status === 201).length;
      expect(taken).toBeLessThanOrEqual(2);
      expect(answers.filter(({ status }) => status === 402)).toHaveLength(8 - taken);
      expect(await used()).toBe(4000 * taken);
      expect(await files()).toBe(taken);
    });

    it('a send that has no room left beside what was uploaded a moment ago', async () => {
      await upload(server.url, tenant.key, { content: 'x'.repeat(LIMIT) });
      expect(await post('/email', mail(1))).toMatchObject(REFUSED);
    });

    it('an import, and an export when it is full', async () => {
      await fill(LIMIT);
      expect(await postFile(server, tenant, 'email\na@example.net\n')).toMatchObject(REFUSED);
      expect(await post('/contacts/export')).toMatchObject(REFUSED);
      expect(await files()).toBe(0);
    });

    it('a version of a template', async () => {
      await post('/templates', { alias: 't' });
      const version = (bytes: number) => post('/templates/t/versions', { subject: 'x', html_body: 'x'.repeat(bytes) });
      expect((await version(LIMIT - 1)).status).toBe(201);
      expect(await version(1)).toMatchObject(REFUSED);
      expect(await used()).toBe(LIMIT);
      await tenant.call('DELETE', '/v1/templates/t');
      expect(await used()).toBe(0);
    });

    it('a draft, an edit of it, and sending it', async () => {
      const audience = (await post('/audiences', { name: 'x' })).body.id;
      const draft = (bytes: number) => ({
        name: 'x',
        subject: 'x',
        body_text: 'x'.repeat(bytes),
        target_kind: 'audience',
        target_id: audience,
      });
      expect(await post('/broadcasts', draft(LIMIT + 1))).toMatchObject(REFUSED);
      const { body } = await post('/broadcasts', draft(10));
      const edit = (bytes: number) => tenant.call('PATCH', `/v1/broadcasts/${body.id}`, { body: { body_text: 'x'.repeat(bytes) } });
      expect(await edit(LIMIT + 1)).toMatchObject(REFUSED);
      expect((await edit(LIMIT - 1)).status).toBe(200);
      expect(await post(`/broadcasts/${body.id}/send`)).toMatchObject(REFUSED);
      expect(await post(`/broadcasts/${body.id}/test`, { to: ['a@example.net'] })).toMatchObject(REFUSED);
      expect(await used()).toBe(LIMIT - 1);
      await edit(100);
      expect((await post(`/broadcasts/${body.id}/send`)).status).toBe(202);
      // The draft, and what is sent, which readers' links are not part of.
      expect(await used()).toBe(200);
      await tenant.call('DELETE', `/v1/broadcasts/${body.id}`);
      await advance(31 * DAY);
      expect(await used()).toBe(0);
    });

    it("an automation's mail, which is tried again", async () => {
      const automations = automationsOf(server, tenant);
      await fill(LIMIT);
      const id = await automations.active([{ type: 'send_email', subject: 'x', text_body: 'x' }]);
      const contact = (await post('/contacts', { email: 'b@example.net' })).body.id;
      await server.run('automations');
      const [enrollment] = (await tenant.call('GET', `/v1/automations/${id}/enrollments`)).body.data;
      expect(enrollment).toMatchObject({ contact_id: contact, status: 'active', error: expect.stringContaining('storage_limit_reached') });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { storage_limit: LIMIT + 1 } } });
      await advance(60_000);
      await server.run('automations');
      expect((await tenant.call('GET', `/v1/automations/${id}/enrollments`)).body.data).toMatchObject([{ status: 'completed' }]);
      expect(await used()).toBe(LIMIT + 1);
    });

    it("of an automation's mails only those that would be sent", async () => {
      const automations = automationsOf(server, tenant);
      const id = await automations.active([{ type: 'send_email', subject: 'x', text_body: 'x' }]);
      await post('/suppressions', { email: 'gone@example.net' });
      await fill(LIMIT - 100);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { storage_limit: 100 } } });
      for (const email of ['gone@example.net', 'here@example.net']) await post('/contacts', { email });
      await server.run('automations');
      const { data } = (await tenant.call('GET', `/v1/automations/${id}/enrollments`)).body;
      expect(data.map(({ status }: { status: string }) => status).sort()).toEqual(['active', 'cancelled']);
    });
  });

  it('is given back when bodies and files go, and is what is counted at every step', async () => {
    await post('/email', mail(500, attached(700)));
    const { body } = await upload(server.url, tenant.key, { content: 'x'.repeat(50) });
    await post('/email', mail(20, { attachments: [{ filename: 'b', storage_key: body.storage_key }] }));
    await postFile(server, tenant, 'email\na@example.net\n');
    await post('/contacts/export');
    await post('/templates', { alias: 't' });
    await post('/templates/t/versions', { text_body: 'ä'.repeat(100) });
    await post('/broadcasts', { name: 'x', body_html: 'x'.repeat(30) });
    expect(await recounted()).toEqual(Array(2).fill(500 + 700 + 50 + 20 + 20 + 200 + 30));
    await server.run('import');
    await server.run('export');
    const [before, after] = await recounted();
    expect(after).toBe(before);
    await server.run('cleanup');
    expect(await used()).toBe(before);
    await advance(31 * DAY);
    await advance(0);
    expect(await recounted()).toEqual([200 + 30, 200 + 30]);
  });

  it('answers an upload that it refuses once it is there, so that the connection goes on', async () => {
    await fill(LIMIT);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const head = '--X\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const ask = (path: string, text = '') =>
      new Promise<[number | undefined, boolean]>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${tenant.key}`, 'Content-Type': 'multipart/form-data; boundary=X' };
        const asked = request(`${server.url}${path}`, { agent, headers, method: text === '' ? 'GET' : 'POST' }, (response) => {
          response.resume().on('end', () => resolve([response.statusCode, asked.reusedSocket]));
        });
        asked.on('error', reject).end(text);
      });
    expect(await ask('/v1/usage')).toEqual([200, false]);
    for (const bytes of [10, 10_000_000, 10_000_000]) {
      expect(await ask('/v1/attachments', `${head}${'x'.repeat(bytes)}\r\n--X--\r\n`)).toEqual([402, true]);
      expect(await ask('/v1/usage')).toEqual([200, true]);
    }
    agent.destroy();
  });

  it('counts nothing for received mail, which others send', async () => {
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    const raw = `From: a@example.net\r\nTo: ${tenant.from}\r\nSubject: x\r\n\r\n${'x'.repeat(LIMIT)}`;
    const response = await fetch(`${server.url}/admin/inbound?rcpt=${tenant.from}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer operator-token-for-tests' },
      body: raw,
    });
    expect(response.status).toBe(201);
    await server.run('inbound');
    expect(await recounted()).toEqual([0, 0]);
    const received = Buffer.byteLength(raw);
    expect((await tenant.call('GET', '/v1/usage')).body.storage).toEqual({ limit: LIMIT, used: 0, received });
    await advance(0);
    expect((await tenant.call('GET', '/v1/usage')).body.storage.received).toBe(received);
  });
});
