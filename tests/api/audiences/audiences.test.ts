import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('audiences on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const create = (body: unknown) => tenant.call('POST', '/v1/audiences', { body });
  const idOf = async (name = 'Readers'): Promise<string> => (await create({ name })).body.id;
  const patch = (id: string, body: unknown) => tenant.call('PATCH', `/v1/audiences/${id}`, { body });

  describe('POST /v1/audiences', () => {
    it('answers 201 with id, name and description, without times', async () => {
      const { status, body } = await create({ name: ' Readers ', description: ' of the letter ' });
      expect(status).toBe(201);
      expect(body).toEqual({ id: expect.stringMatching(/^aud_[0-9a-z]{26}$/), name: 'Readers', description: ' of the letter ' });
    });

    it('has an empty description where none is given, and takes a name twice', async () => {
      for (const description of [undefined, null, '']) {
        const { status, body } = await create({ name: 'Readers', description });
        expect({ status, description: body.description }).toEqual({ status: 201, description: '' });
      }
    });

    it.each([undefined, null, '', '  ', 5, [], {}])('answers 422 invalid_name to the name %j', async (name) => {
      expect(await create({ name })).toMatchObject({ status: 422, body: { error: 'invalid_name', detail: expect.any(String) } });
    });

    it('answers 422 validation_failed with max to what is too long', async () => {
      expect(await create({ name: 'x'.repeat(256) })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'name', max: 255 },
      });
      expect((await create({ name: 'x'.repeat(255), description: 'x'.repeat(1000) })).status).toBe(201);
      expect(await create({ name: 'x', description: 'x'.repeat(1001) })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'description', max: 1000 },
      });
      expect(await create({ name: 'x', description: 5 })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'description' },
      });
    });

    it('answers 400 invalid_json to what is no object', async () => {
      for (const body of ['{', '[]', '']) expect(await create(body)).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
    });
  });

  describe('GET /v1/audiences', () => {
    it('lists newest first, page by page, with times', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await create({ name });
      const first = (await tenant.call('GET', '/v1/audiences?limit=3')).body;
      expect(first.data[0]).toEqual({
        id: expect.any(String),
        name: 'e',
        description: '',
        member_count: 0,
        subscribed_count: 0,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      });
      expect(first.next_cursor).toBe(`${first.data[2].created_at}:${first.data[2].id}`);
      const second = (await tenant.call('GET', `/v1/audiences?limit=3&cursor=${first.next_cursor}`)).body;
      expect([...first.data, ...second.data].map(({ name }) => name).join('')).toBe('edcba');
      expect(second.next_cursor).toBeNull();
      expect(await tenant.call('GET', '/v1/audiences?cursor=x')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });

    it('shows one', async () => {
      const id = await idOf();
      expect((await tenant.call('GET', `/v1/audiences/${id}`)).body).toMatchObject({ id, name: 'Readers', created_at: expect.any(Number) });
      expect(await tenant.call('GET', '/v1/audiences/aud_none')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    });
  });

  describe('PATCH /v1/audiences/{id}', () => {
    it('changes what is given, keeps the rest and answers without times', async () => {
      const { id } = (await create({ name: 'a', description: 'b' })).body;
      expect(await patch(id, { name: ' c ' })).toMatchObject({ status: 200, body: { id, name: 'c', description: 'b' } });
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
      const { body } = await patch(id, { description: '', name: null });
      expect(body).toEqual({ id, name: 'c', description: '' });
      const shown = (await tenant.call('GET', `/v1/audiences/${id}`)).body;
      expect(shown).toMatchObject({ name: 'c', description: '' });
      expect(shown.updated_at).toBe(shown.created_at + 1000);
      expect(await patch(id, '')).toMatchObject({ status: 200 });
    });

    it('answers 422 invalid_name to a blank name, after 404 and 400', async () => {
      const id = await idOf();
      for (const name of ['', ' ', 5]) expect(await patch(id, { name })).toMatchObject({ status: 422, body: { error: 'invalid_name' } });
      expect((await patch('aud_none', { name: '' })).status).toBe(404);
      expect((await patch('aud_none', '{')).status).toBe(400);
    });
  });

  it("keeps tenants' audiences apart, byte for byte like missing ones", async () => {
    const id = await idOf();
    const other = await server.mint();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['GET', '/members', undefined],
      ['POST', '/members', { contact_id: 'x' }],
      ['POST', '/members/bulk', { contact_ids: ['x'] }],
      ['DELETE', '/members/x', undefined],
    ] as const) {
      const options = body === undefined ? {} : { body };
      const foreign = await other.call(method, `/v1/audiences/${id}${path}`, options);
      expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(foreign.body).toEqual((await other.call(method, `/v1/audiences/aud_none${path}`, options)).body);
    }
    expect((await other.call('GET', '/v1/audiences')).body.data).toEqual([]);
    expect((await tenant.call('GET', `/v1/audiences/${id}`)).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/audiences'],
    ['POST', '/v1/audiences'],
    ['PATCH', '/v1/audiences/x'],
    ['DELETE', '/v1/audiences/x'],
    ['GET', '/v1/audiences/x/members'],
    ['POST', '/v1/audiences/x/members'],
    ['POST', '/v1/audiences/x/members/bulk'],
    ['DELETE', '/v1/audiences/x/members/y'],
  ])('refuses %s %s to a key that may only send', async (method, path) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
    expect(await server.as(key.key)(method, path)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
