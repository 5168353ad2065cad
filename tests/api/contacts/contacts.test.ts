import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('contacts on $name', (engine) => {
  let tenant: TestTenant;
  const server = useServer(engine, BY_HAND);
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const upsert = (body: unknown) => tenant.call('POST', '/v1/contacts', { body });
  const idOf = async (email: string, change: object = {}): Promise<string> => (await upsert({ email, ...change })).body.id;
  const get = async (id: string) => (await tenant.call('GET', `/v1/contacts/${id}`)).body;
  const list = async (query = '') => (await tenant.call('GET', `/v1/contacts${query}`)).body;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  const places: [string, string][] = [
    ['GET', '/v1/contacts'],
    ['POST', '/v1/contacts'],
    ['POST', '/v1/contacts/batch'],
    ['GET', '/v1/contacts/x'],
    ['PATCH', '/v1/contacts/x'],
    ['DELETE', '/v1/contacts/x'],
  ];

  describe('POST /v1/contacts', () => {
    it('answers 201 with a new contact, subscribed, without times', async () => {
      const { status, body } = await upsert({
        email: ' Ann@Example.NET ',
        attributes: { first_name: 'Ann', age: 5, vip: true, gone: null },
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
        email: 'ann@example.net',
        status: 'subscribed',
        attributes: { first_name: 'Ann', age: 5, vip: true, gone: null },
        created: true,
      });
      expect(await get(body.id)).toEqual({
        id: body.id,
        email: 'ann@example.net',
        status: 'subscribed',
        attributes: { first_name: 'Ann', age: 5, vip: true, gone: null },
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      });
    });

    it('answers 200 for a known address, however it is written, and merges its attributes', async () => {
      const id = await idOf('ann@example.net', { attributes: { a: 1, b: 'x' } });
      const before = await get(id);
      await advance(1000);
      const { status, body } = await upsert({ email: 'ANN@example.net', attributes: { b: 'y', c: null } });
      expect(status).toBe(200);
      expect(body).toEqual({ id, email: 'ann@example.net', status: 'subscribed', attributes: { a: 1, b: 'y', c: null }, created: false });
      expect(await get(id)).toMatchObject({ created_at: before.created_at, updated_at: before.updated_at + 1000 });
    });

    it.each([undefined, null, 'nonsense', 'SUBSCRIBED', 5, {}, ''])(
      'takes %j for the status as absent: new ones are subscribed',
      async (status) => {
        expect((await upsert({ email: 'a@example.net', status })).body).toMatchObject({ created: true, status: 'subscribed' });
      },
    );

    it.each([undefined, null, 'nonsense', 5])('takes %j for the status as absent: known ones keep theirs', async (status) => {
      await upsert({ email: 'a@example.net', status: 'unsubscribed' });
      expect((await upsert({ email: 'a@example.net', status })).body).toMatchObject({ created: false, status: 'unsubscribed' });
    });

    it.each(['subscribed', 'unsubscribed', 'cleaned'])('sets %s on new and on known ones', async (status) => {
      expect((await upsert({ email: 'a@example.net', status })).body.status).toBe(status);
      await upsert({ email: 'b@example.net' });
      expect((await upsert({ email: 'b@example.net', status })).body.status).toBe(status);
    });

    it('takes null attributes for none', async () => {
      expect((await upsert({ email: 'a@example.net', attributes: null })).body).toMatchObject({ created: true, attributes: {} });
    });

    it('ignores fields that it does not know', async () => {
      expect((await upsert({ email: 'a@example.net', id: 'con_x', created_at: 5 })).status).toBe(201);
    });

    it('makes one contact of many requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => upsert({ email: 'a@example.net', attributes: { [`k${n}`]: n } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
      const { data } = await list();
      expect(data).toHaveLength(1);
      expect(Object.keys(data[0].attributes)).toHaveLength(10);
    });

    it('counts characters of names and values, and not their UTF-16 units', async () => {
      const attributes = { ['😀'.repeat(100)]: '😀'.repeat(3900) };
      expect(await upsert({ email: 'a@example.net', attributes })).toMatchObject({ status: 201, body: { attributes } });
    });

    describe('422', () => {
      it.each([
        ['no address', 'a@'],
        ['an empty one', ' '],
        ['a number', 5],
        ['null', null],
        ['nothing', undefined],
        ['a name beside it', 'Ann <ann@example.net>'],
        ['a very long one', `${'a'.repeat(2000)}@example.net`],
      ])('answers invalid_email to %s', async (_what, email) => {
        expect(await upsert({ email })).toMatchObject({ status: 422, body: { error: 'invalid_email', detail: expect.any(String) } });
        expect((await list()).data).toEqual([]);
      });

      it('answers invalid_attribute_value with the name, or with attributes where they are no object', async () => {
        const refused = async (attributes: unknown) => (await upsert({ email: 'a@example.net', attributes })).body;
        expect(await refused({ ok: 1, tags: ['a'] })).toEqual({
          error: 'invalid_attribute_value',
          detail: expect.any(String),
          field: 'tags',
        });
        for (const name of ['__proto__', 'a\tb', 'a\u0000'])
          expect(await refused(JSON.parse(`{${JSON.stringify(name)}:"x"}`))).toMatchObject({
            error: 'invalid_attribute_value',
            field: name.replace('\u0000', '\ufffd'),
          });
        expect(await refused([1])).toMatchObject({ error: 'invalid_attribute_value', field: 'attributes' });
        expect(await refused('x')).toMatchObject({ error: 'invalid_attribute_value', field: 'attributes' });
        expect(await refused({ long: 'x'.repeat(4097) })).toMatchObject({ error: 'invalid_attribute_value', field: 'long' });
        expect(await refused({ ['😀'.repeat(101)]: 1 })).toMatchObject({ error: 'invalid_attribute_value' });
        expect(await refused({ big: { a: 1 } })).toMatchObject({ error: 'invalid_attribute_value', field: 'big' });
      });

      it('answers too_many_attribute_keys with max, also for what merging would make', async () => {
        const keys = (count: number, from = 0) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, n]));
        const expected = { status: 422, body: { error: 'too_many_attribute_keys', max: 100 } };
        expect(await upsert({ email: 'a@example.net', attributes: keys(101) })).toMatchObject(expected);
        await upsert({ email: 'a@example.net', attributes: keys(60) });
        expect(await upsert({ email: 'a@example.net', attributes: keys(60, 60) })).toMatchObject(expected);
        expect((await list()).data[0].attributes).toEqual(keys(60));
      });

      it('answers attributes_too_large with max_bytes', async () => {
        const attributes = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`k${n}`, 'x'.repeat(4000)]));
        expect(await upsert({ email: 'a@example.net', attributes })).toMatchObject({
          status: 422,
          body: { error: 'attributes_too_large', max_bytes: 16384 },
        });
      });

      it('answers validation_failed to text that no database takes', async () => {
        expect(await upsert({ email: 'a@example.net', attributes: { a: 'x\u0000' } })).toMatchObject({
          status: 422,
          body: { error: 'validation_failed', field: 'attributes.a' },
        });
      });
    });

    it('answers 400 invalid_json to what is no object', async () => {
      for (const body of ['{', '[]', '1', ''])
        expect(await tenant.call('POST', '/v1/contacts', { body })).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
    });

    describe('402', () => {
      it('answers contact_limit_reached with the limit to a new address, and lets known ones through', async () => {
        tenant = await server.mint({ contact_limit: 2 });
        await upsert({ email: 'a@example.net' });
        await upsert({ email: 'b@example.net', status: 'cleaned' });
        expect(await upsert({ email: 'c@example.net' })).toMatchObject({
          status: 402,
          body: { error: 'contact_limit_reached', detail: expect.any(String), limit: 2 },
        });
        expect((await upsert({ email: 'a@example.net', attributes: { x: 1 } })).status).toBe(200);
        expect(await upsert({ email: 'no address' })).toMatchObject({ status: 422 });
      });

      it('has room again when a contact is deleted, or the plan grows', async () => {
        tenant = await server.mint({ contact_limit: 1 });
        const id = await idOf('a@example.net');
        expect((await upsert({ email: 'b@example.net' })).status).toBe(402);
        await tenant.call('DELETE', `/v1/contacts/${id}`);
        expect((await upsert({ email: 'b@example.net' })).status).toBe(201);
        expect((await upsert({ email: 'c@example.net' })).status).toBe(402);
        await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { contact_limit: -1 } } });
        expect((await upsert({ email: 'c@example.net' })).status).toBe(201);
      });

      it('lets exactly as many through as there is room for, of many at once', async () => {
        tenant = await server.mint({ contact_limit: 5 });
        const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => upsert({ email: `n${n}@example.net` })));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
        expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
        expect((await list()).data).toHaveLength(5);
      });
    });
  });

  it("keeps tenants' contacts apart, byte for byte like missing ones", async () => {
    const id = await idOf('a@example.net');
    const other = await server.mint();
    for (const [method, path] of [
      ['GET', `/v1/contacts/${id}`],
      ['PATCH', `/v1/contacts/${id}`],
      ['DELETE', `/v1/contacts/${id}`],
    ] as const) {
      const body = method === 'PATCH' ? { body: {} } : {};
      const foreign = await other.call(method, path, body);
      const missing = await other.call(method, `/v1/contacts/con_${'0'.repeat(26)}`, body);
      expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(foreign.body).toEqual(missing.body);
    }
    expect((await other.call('GET', '/v1/contacts?email=a@example.net')).body.data).toEqual([]);
    expect((await other.call('POST', '/v1/contacts', { body: { email: 'a@example.net' } })).status).toBe(201);
    expect((await list()).data).toHaveLength(1);
  });

  it.each(places)('refuses %s %s to a key that may only send', async (method, path) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
    expect(await server.as(key.key)(method, path)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
