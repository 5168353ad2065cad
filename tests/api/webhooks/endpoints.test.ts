import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type DnsServer, startDnsServer } from '../../support/fakes/dns-server.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const URL_OF_HOOK = 'https://hooks.example.com/a?b=c';

describe.each(engines)('webhook endpoints on $name', (engine) => {
  let dns: DnsServer;
  let server: TestServer;
  let tenant: TestTenant;

  beforeAll(async () => {
    dns = await startDnsServer();
    dns.add({ type: 'A', name: 'hooks.example.com', value: '93.184.216.34' });
    server = await startTestServer(engine, { ...BY_HAND, DNS_SERVERS: dns.address });
  });
  beforeEach(async () => {
    tenant = await server.mint();
  });
  afterAll(async () => {
    await server.stop();
    await dns.close();
  });

  const create = (body: object = {}) => tenant.call('POST', '/v1/webhooks', { body: { url: URL_OF_HOOK, events: ['sent'], ...body } });
  const patch = (id: string, body: object) => tenant.call('PATCH', `/v1/webhooks/${id}`, { body });
  const list = async () => (await tenant.call('GET', '/v1/webhooks')).body;

  describe('POST /v1/webhooks', () => {
    it('answers the endpoint with its secret', async () => {
      const { status, body } = await create({ events: ['bounce', 'sent', 'bounce'], description: 'the shop' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
        url: URL_OF_HOOK,
        events: ['bounce', 'sent'],
        description: 'the shop',
        active: true,
        failing: null,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        created_at: expect.any(Number),
      });
      expect(Buffer.from(body.secret.slice(6), 'base64')).toHaveLength(32);
    });

    it('shows the secret nowhere else', async () => {
      const { body: created } = await create();
      expect((await list()).data.map(({ secret }: { secret: string }) => secret)).toEqual(['']);
      expect((await tenant.call('GET', `/v1/webhooks/${created.id}`)).body).toEqual({ ...created, secret: '' });
      expect((await patch(created.id, { active: true })).body.secret).toBe('');
    });

    it('takes all types by name and by star, and a null for absent', async () => {
      const types = ['contact.created', 'contact.updated', 'contact.import.completed', 'inbound.received', 'automation.webhook', 'click'];
      expect((await create({ events: types })).body.events).toEqual(types);
      expect((await create({ events: ['sent', '*'] })).body.events).toEqual(['*']);
      expect((await create({ description: null })).body.description).toBeNull();
    });

    it.each([
      ['http://hooks.example.com/', 'url_must_be_https'],
      ['hooks.example.com', 'url_must_be_https'],
      ['ftp://hooks.example.com', 'url_must_be_https'],
      ['', 'url_must_be_https'],
      ['https://', 'url_must_be_https'],
      [17, 'url_must_be_https'],
      [{}, 'url_must_be_https'],
      ['https://user:pass@hooks.example.com/', 'url_not_allowed'],
      ['https://user@hooks.example.com/', 'url_not_allowed'],
      ['https://127.0.0.1/', 'url_not_allowed'],
      ['https://2130706433/', 'url_not_allowed'],
      ['https://0x7f.1/', 'url_not_allowed'],
      ['https://0177.0.0.1/', 'url_not_allowed'],
      ['https://[::1]/', 'url_not_allowed'],
      ['https://[::ffff:127.0.0.1]/', 'url_not_allowed'],
      ['https://[64:ff9b::7f00:1]/', 'url_not_allowed'],
      ['https://10.0.0.1:8443/', 'url_not_allowed'],
      ['https://169.254.169.254/latest/meta-data', 'url_not_allowed'],
      ['https://localhost/', 'url_not_allowed'],
    ])('refuses the URL %s as %s', async (url, error) => {
      const { status, body } = await create({ url });
      expect([status, body.error]).toEqual([422, error]);
      expect((await list()).data).toEqual([]);
    });

    it('refuses a name any of whose addresses is private', async () => {
      dns.add({ type: 'A', name: 'inner.example.com', value: '10.0.0.7' });
      dns.add({ type: 'A', name: 'mixed.example.com', value: '93.184.216.34' }, { type: 'AAAA', name: 'mixed.example.com', value: '::1' });
      expect((await create({ url: 'https://inner.example.com/' })).body.error).toBe('url_not_allowed');
      expect((await create({ url: 'https://mixed.example.com/' })).body.error).toBe('url_not_allowed');
    });

    it('refuses types that there are not', async () => {
      expect(await create({ events: ['sent', 'opened'] })).toMatchObject({
        status: 422,
        body: {
          error: 'invalid_event_type',
          field: 'events[1]',
          detail: expect.stringMatching(/^There is no such type of event\. Must be one of \*, sent, .+\.$/),
        },
      });
      const none = { error: 'invalid_event_type', detail: 'events: Must not be empty.', field: 'events' };
      expect(await create({ events: [] })).toMatchObject({ status: 422, body: none });
      expect(await create({ events: [7] })).toMatchObject({ status: 422, body: { error: 'invalid_event_type' } });
      expect(await create({ events: undefined })).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'events' } });
      expect(await create({ events: 'sent' })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'events' } });
    });

    it('refuses a missing URL, one that is too long and a long description', async () => {
      expect(await create({ url: `https://hooks.example.com/${'a'.repeat(2048)}` })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'url', max: 2048 },
      });
      expect(await create({ url: undefined })).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'url' } });
      expect(await create({ description: 'x'.repeat(1001) })).toMatchObject({
        body: { error: 'validation_failed', field: 'description', max: 1000 },
      });
    });

    it('takes as many as the plan does, and the operator may say otherwise', async () => {
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'free' } });
      for (let count = 0; count < 3; count += 1) expect((await create()).status).toBe(201);
      expect(await create()).toMatchObject({ status: 402, body: { error: 'webhook_limit_reached', limit: 3 } });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { webhook_limit: 4 } } });
      expect((await create()).status).toBe(201);
      expect((await create()).status).toBe(402);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { webhook_limit: -1 } } });
      expect((await create()).status).toBe(201);
    });

    it('checks the body before the plan, and counts a deleted endpoint no more', async () => {
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { webhook_limit: 1 } } });
      const { body } = await create();
      expect((await create({ url: 'http://x' })).status).toBe(422);
      expect((await tenant.call('GET', '/v1/usage')).body.webhooks).toEqual({ limit: 1, used: 1 });
      await tenant.call('DELETE', `/v1/webhooks/${body.id}`);
      expect((await tenant.call('GET', '/v1/usage')).body.webhooks).toEqual({ limit: 1, used: 0 });
      expect((await create()).status).toBe(201);
    });

    it('takes exactly as many when they are asked for at once', async () => {
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { webhook_limit: 2 } } });
      const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 402)).toHaveLength(8);
    });
  });

  describe('GET /v1/webhooks', () => {
    it('answers all of them, newest first, whatever limit and cursor say', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 20; count += 1) {
        ids.unshift((await create()).body.id);
        await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
      }
      const { body } = await tenant.call('GET', '/v1/webhooks?limit=2&cursor=x');
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(body.next_cursor).toBeNull();
    });
  });

  describe('PATCH /v1/webhooks/{id}', () => {
    it('changes what is given and keeps the rest', async () => {
      const { body: created } = await create({ description: 'a' });
      const kept = { ...created, secret: '' };
      expect(await patch(created.id, {})).toMatchObject({ status: 200, body: kept });
      expect((await patch(created.id, { events: ['click', 'click'] })).body).toEqual({ ...kept, events: ['click'] });
      expect((await patch(created.id, { active: false, events: null })).body).toEqual({ ...kept, events: ['click'], active: false });
      expect((await patch(created.id, { description: null, url: null, active: null })).body).toEqual({
        ...kept,
        events: ['click'],
        active: false,
        description: null,
      });
      expect((await patch(created.id, { url: 'https://hooks.example.com/new' })).body.url).toBe('https://hooks.example.com/new');
    });

    it('checks what is given as at creation', async () => {
      const { id } = (await create()).body;
      expect((await patch(id, { url: 'http://x' })).body.error).toBe('url_must_be_https');
      expect((await patch(id, { url: 'https://127.0.0.1' })).body.error).toBe('url_not_allowed');
      expect((await patch(id, { events: [] })).body.error).toBe('invalid_event_type');
      expect((await patch(id, { active: 'yes' })).body).toMatchObject({ error: 'validation_failed', field: 'active' });
    });
  });

  describe('DELETE /v1/webhooks/{id}', () => {
    it('answers the same whether or not there is one', async () => {
      const { id } = (await create()).body;
      for (const which of [id, id, 'whk_nothing']) {
        expect(await tenant.call('DELETE', `/v1/webhooks/${which}`)).toMatchObject({ status: 200, body: { deleted: true, id: which } });
      }
      expect((await list()).data).toEqual([]);
    });

    it("leaves another tenant's alone", async () => {
      const { id } = (await create()).body;
      const other = await server.mint();
      expect((await other.call('DELETE', `/v1/webhooks/${id}`)).status).toBe(200);
      expect((await list()).data).toHaveLength(1);
    });
  });

  describe('404', () => {
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { url: 7 }],
      ['POST', '/rotate-secret'],
      ['POST', '/test', { type: 'nothing' }],
      ['GET', '/deliveries?cursor=x'],
      ['POST', '/replay', { limit: 0 }],
    ];

    it.each(calls)(
      'is the answer of %s /v1/webhooks/{id}%s for what is deleted, foreign or was never there',
      async (method, path, body) => {
        const foreign = (await create()).body.id;
        tenant = await server.mint();
        const deleted = (await create()).body.id;
        await tenant.call('DELETE', `/v1/webhooks/${deleted}`);
        for (const id of [foreign, deleted, 'whk_nothing'])
          expect(await tenant.call(method, `/v1/webhooks/${id}${path}`, { body })).toMatchObject({
            status: 404,
            body: { error: 'not_found' },
          });
      },
    );
  });
});
