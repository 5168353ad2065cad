import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';
import type { Call } from '../../support/server.ts';
import { emailsOf, numbered, walk } from './entries.ts';

describe.each(engines)('suppressions on $name', (engine) => {
  // The clock stands still, so that every entry would have the same time.
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const now = async () => (await server.admin('GET', '/admin/clock')).body.now;

  const listed = async (call: Call = tenant.call) => emailsOf(await walk(call, '/v1/suppressions?limit=100'));

  const places: [string, string][] = [
    ['GET', '/suppressions'],
    ['POST', '/suppressions'],
    ['DELETE', '/suppressions/a@example.net'],
    ['POST', '/erasures'],
    ['DELETE', '/erasures/a@example.net'],
  ];

  /** The same verbs on a tenant's list and on the one of the operator. */
  describe.each([
    ['/v1/suppressions', () => tenant.call],
    ['/admin/suppressions', () => server.admin],
  ] as const)('%s', (path, callOf) => {
    const add = (email: unknown) => callOf()('POST', path, { body: { email } });
    const remove = (email: string) => callOf()('DELETE', `${path}/${encodeURIComponent(email)}`);
    beforeEach(async () => {
      for (const email of emailsOf(await walk(callOf(), `${path}?limit=100`))) await remove(email);
    });

    describe('POST', () => {
      it('answers 201 with a manual entry for all mail, whatever reason is given', async () => {
        const { status, body } = await callOf()('POST', path, { body: { email: 'a@example.net', reason: 'complaint' } });
        expect(status).toBe(201);
        expect(body).toEqual({
          email: 'a@example.net',
          reason: 'manual',
          scope: 'all',
          source_message_id: null,
          test_mode: false,
          created_at: expect.any(Number),
        });
        expect(body.created_at).toBeGreaterThanOrEqual(await now());
      });

      it('answers 200 with the entry that there is, unchanged', async () => {
        const first = await add('a@example.net');
        const second = await add('a@example.net');
        expect(second).toMatchObject({ status: 200, body: first.body });
        expect((await callOf()('GET', path)).body.data).toEqual([first.body]);
      });

      it.each([' A@Example.NET ', 'Ann <a@example.net>', '"a"@example.net'])('takes %j for a@example.net', async (email) => {
        expect((await add(email)).body.email).toBe('a@example.net');
        expect((await add('a@example.net')).status).toBe(200);
      });

      it.each([
        ['no address', 'a@'],
        ['an empty one', ''],
        ['a number', 1],
        ['null', null],
        ['nothing', undefined],
        ['an array', ['a@example.net']],
        ['a very long one', `${'a'.repeat(2000)}@example.net`],
      ])('answers 422 invalid_email to %s', async (_what, email) => {
        expect(await add(email)).toMatchObject({ status: 422, body: { error: 'invalid_email', detail: expect.any(String) } });
      });

      it('answers 400 invalid_json to what is no object', async () => {
        for (const body of ['{', '[]', '1', ''])
          expect(await callOf()('POST', path, { body })).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
      });

      it('makes one entry of many adds at once', async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => add('a@example.net')));
        expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 11 }, () => 200), 201]);
        expect(new Set(answers.map(({ body }) => body.created_at)).size).toBe(1);
      });

      it('gives entries that are added at once times of their own', async () => {
        const answers = await Promise.all(numbered(12).map(add));
        expect(new Set(answers.map(({ body }) => body.created_at)).size).toBe(12);
      });
    });

    describe('GET', () => {
      it('is empty at first', async () => {
        expect(await callOf()('GET', path)).toMatchObject({ status: 200, body: { data: [], next_cursor: null } });
      });

      it('lists newest first and loses nothing between pages, though the clock stands still', async () => {
        for (const email of numbered(7)) await add(email);
        const { body } = await callOf()('GET', `${path}?limit=3`);
        expect(emailsOf(body.data)).toEqual(numbered(7).slice(4).reverse());
        expect(body.next_cursor).toBe(body.data[2].created_at);
        const all = await walk(callOf(), `${path}?limit=3`);
        expect(emailsOf(all)).toEqual(numbered(7).reverse());
        expect(all.map((entry) => entry.created_at)).toEqual([...new Set(all.map((entry) => entry.created_at))].sort((a, b) => b - a));
      });

      it('gives 25 entries a page, and at most 100', async () => {
        for (const email of numbered(30)) await add(email);
        expect((await callOf()('GET', path)).body.data).toHaveLength(25);
        expect((await callOf()('GET', `${path}?limit=x`)).body.data).toHaveLength(25);
        expect((await callOf()('GET', `${path}?limit=0`)).body.data).toHaveLength(1);
        expect((await callOf()('GET', `${path}?limit=1000`)).body).toMatchObject({ data: { length: 30 }, next_cursor: null });
      });

      it('finds one address, however it is spelt', async () => {
        for (const email of ['a@example.net', 'a+b@example.net', 'c@example.net']) await add(email);
        const find = async (email: string) => emailsOf((await callOf()('GET', `${path}?email=${encodeURIComponent(email)}`)).body.data);
        expect(await find('A+B@example.net ')).toEqual(['a+b@example.net']);
        expect(await find('b@example.net')).toEqual([]);
        expect(await find('no address')).toEqual([]);
        expect(await find('')).toHaveLength(3);
      });

      it('filters by reason and ignores one that it does not know', async () => {
        await add('a@example.net');
        const count = async (reason: string) => (await callOf()('GET', `${path}?reason=${reason}`)).body.data.length;
        expect([await count('manual'), await count('complaint'), await count('nonsense'), await count('')]).toEqual([1, 0, 1, 1]);
      });

      it('answers 422 invalid_cursor to a cursor that is none', async () => {
        for (const cursor of ['x', '-1', '1.5', '1:con_1']) {
          expect(await callOf()('GET', `${path}?cursor=${cursor}`)).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
        }
      });
    });

    describe('DELETE', () => {
      it('takes the entry away, and answers the same when there is none', async () => {
        await add('a@example.net');
        const expected = { status: 200, body: { deleted: true, email: 'a@example.net' } };
        expect(await remove(' A@example.net')).toMatchObject(expected);
        expect((await callOf()('GET', path)).body.data).toEqual([]);
        expect(await remove('a@example.net')).toMatchObject(expected);
        expect((await add('a@example.net')).status).toBe(201);
      });

      it.each(['a+b@example.net', 'a/b@example.net', 'a%25b@example.net', 'a?b#c@example.net'])('finds %s by its path', async (email) => {
        await add(email);
        expect(await remove(email)).toMatchObject({ status: 200, body: { deleted: true, email } });
        expect((await callOf()('GET', path)).body.data).toEqual([]);
      });

      it('answers 200 to what is no address', async () => {
        expect(await remove('Nobody')).toMatchObject({ status: 200, body: { deleted: true, email: 'nobody' } });
      });
    });
  });

  it("keeps tenants' lists and everybody's apart", async () => {
    const other = await server.mint();
    const calls = [tenant.call, other.call];
    for (const call of calls) expect((await call('POST', '/v1/suppressions', { body: { email: 'a@example.net' } })).status).toBe(201);
    await server.admin('POST', '/admin/suppressions', { body: { email: 'global@example.net' } });
    await tenant.call('DELETE', '/v1/suppressions/a@example.net');
    await tenant.call('DELETE', '/v1/suppressions/bulk', { body: { emails: ['a@example.net', 'global@example.net'] } });
    expect(await listed()).toEqual([]);
    expect(await listed(other.call)).toEqual(['a@example.net']);
    expect((await server.admin('GET', '/admin/suppressions?email=global@example.net')).body.data).toHaveLength(1);
    expect((await server.admin('GET', '/admin/suppressions?email=a@example.net')).body.data).toEqual([]);
    await server.admin('DELETE', '/admin/suppressions/a@example.net');
    expect(await listed(other.call)).toEqual(['a@example.net']);
  });

  it.each(places)('refuses %s /admin%s to a tenant', async (method, path) => {
    expect(await tenant.call(method, `/admin${path}`)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  it.each([...places, ['POST', '/suppressions/bulk'], ['DELETE', '/suppressions/bulk']])(
    'refuses %s %s to a key that may only send, and to the operator',
    async (method, path) => {
      const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
      const refused = await server.as(key.key)(method, `/v1${path}`);
      expect(refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
      expect(await server.admin(method, `/v1${path}`)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    },
  );
});
