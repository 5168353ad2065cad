import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('changes of contacts on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const upsert = (body: unknown) => tenant.call('POST', '/v1/contacts', { body });
  const idOf = async (email: string, change: object = {}): Promise<string> => (await upsert({ email, ...change })).body.id;
  const get = async (id: string) => (await tenant.call('GET', `/v1/contacts/${id}`)).body;
  const patch = (id: string, body: unknown) => tenant.call('PATCH', `/v1/contacts/${id}`, { body });

  describe('PATCH /v1/contacts/{id}', () => {
    it('merges attributes, sets the status and answers the result without times', async () => {
      const id = await idOf('a@example.net', { attributes: { a: 1, b: 2 } });
      const { status, body } = await patch(id, { attributes: { b: null, c: 'x' }, status: 'unsubscribed' });
      expect(status).toBe(200);
      expect(body).toEqual({ id, email: 'a@example.net', status: 'unsubscribed', attributes: { a: 1, b: null, c: 'x' }, created: false });
      expect(await get(id)).toMatchObject({ status: 'unsubscribed', attributes: { a: 1, b: null, c: 'x' } });
    });

    it('keeps what is not given, and never changes the address', async () => {
      const id = await idOf('a@example.net', { attributes: { a: 1 }, status: 'cleaned' });
      for (const body of [{}, '', { status: null, attributes: null }, { email: 'b@example.net' }])
        expect(await patch(id, body)).toMatchObject({
          status: 200,
          body: { email: 'a@example.net', status: 'cleaned', attributes: { a: 1 } },
        });
    });

    it('loses nothing of many changes at once', async () => {
      const id = await idOf('a@example.net');
      await Promise.all(Array.from({ length: 10 }, (_, n) => patch(id, { attributes: { [`k${n}`]: n } })));
      expect(Object.keys((await get(id)).attributes)).toHaveLength(10);
    });

    it.each(['nonsense', 'SUBSCRIBED', 5, ''])('answers 422 invalid_status to %j', async (status) => {
      const id = await idOf('a@example.net');
      const detail = 'There is no such status. Must be one of subscribed, unsubscribed or cleaned.';
      expect(await patch(id, { status })).toMatchObject({ status: 422, body: { error: 'invalid_status', detail } });
    });

    it('answers 422 to attributes that do not fit', async () => {
      const id = await idOf('a@example.net', { attributes: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n])) });
      expect(await patch(id, { attributes: { more: 1 } })).toMatchObject({
        status: 422,
        body: { error: 'too_many_attribute_keys', max: 100 },
      });
      expect(await patch(id, { attributes: { k0: [] } })).toMatchObject({
        status: 422,
        body: { error: 'invalid_attribute_value', field: 'k0' },
      });
      expect(await patch(id, { attributes: 7 })).toMatchObject({
        status: 422,
        body: { error: 'invalid_attribute_value', field: 'attributes' },
      });
    });

    it('answers 404 before it looks at the body, and 400 before that', async () => {
      expect(await patch('con_none', { status: 'nonsense' })).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(await patch('con_none', '{')).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
    });
  });

  describe('DELETE /v1/contacts/{id}', () => {
    it('answers the id and the address, and the contact is gone', async () => {
      const id = await idOf('a@example.net');
      expect(await tenant.call('DELETE', `/v1/contacts/${id}`)).toMatchObject({
        status: 200,
        body: { deleted: true, id, email: 'a@example.net' },
      });
      expect(await tenant.call('GET', `/v1/contacts/${id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(await tenant.call('DELETE', `/v1/contacts/${id}`)).toMatchObject({ status: 404 });
      expect((await upsert({ email: 'a@example.net' })).body).toMatchObject({ created: true });
    });

    it('answers one of many at once with 200', async () => {
      const id = await idOf('a@example.net');
      const answers = await Promise.all(Array.from({ length: 5 }, () => tenant.call('DELETE', `/v1/contacts/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    });

    it('leaves the suppression of its address', async () => {
      const id = await idOf('a@example.net');
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'a@example.net' } });
      await tenant.call('DELETE', `/v1/contacts/${id}`);
      expect((await tenant.call('GET', '/v1/suppressions')).body.data).toHaveLength(1);
    });
  });
});
