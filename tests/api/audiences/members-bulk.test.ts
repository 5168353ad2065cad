import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('members added in bulk on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  let audience: string;
  beforeEach(async () => {
    audience = await addAudience(tenant, []);
  });

  const at = (path = '') => `/v1/audiences/${audience}/members${path}`;
  const add = (contact_id: unknown) => tenant.call('POST', at(), { body: { contact_id } });
  const addMany = (contact_ids: unknown) => tenant.call('POST', at('/bulk'), { body: { contact_ids } });
  const idsIn = async () => (await tenant.call('GET', at())).body.data.map(({ id }: { id: string }) => id);
  const contacts = (count: number) => addContacts(tenant, count, 'n');

  describe('POST /v1/audiences/{id}/members/bulk', () => {
    it('answers a row for each item in order, and a bad one fails by itself', async () => {
      const [a, b, c] = await contacts(3);
      await add(b);
      const { status, body } = await addMany([a, 'con_none', b, 7, null, c, a, 'con_\u0000']);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [
          { contact_id: a, added: true, error: null },
          { contact_id: 'con_none', added: false, error: 'contact_not_found' },
          { contact_id: b, added: false, error: null },
          { contact_id: null, added: false, error: 'contact_not_found' },
          { contact_id: null, added: false, error: 'contact_not_found' },
          { contact_id: c, added: true, error: null },
          { contact_id: a, added: false, error: null },
          { contact_id: 'con_\u0000', added: false, error: 'contact_not_found' },
        ],
        summary: { added: 2, skipped: 6 },
      });
      expect(await idsIn()).toEqual([a, b, c]);
    });

    it('takes addresses, in any case, and says which are of no contact or none at all', async () => {
      const [a, b] = await contacts(2);
      await add(b);
      const emails = [' N0@Example.net ', 'n1@example.net', 'n0@example.net', 'x@example.net', 'Ann <n0@example.net>', 7, 'a\u0000@b.c'];
      const { status, body, headers } = await tenant.call('POST', at('/bulk'), { body: { emails } });
      expect([status, headers.get('X-Ignored-Fields')]).toEqual([200, null]);
      expect(body).toEqual({
        data: [
          { email: ' N0@Example.net ', contact_id: a, added: true, error: null },
          { email: 'n1@example.net', contact_id: b, added: false, error: null },
          { email: 'n0@example.net', contact_id: a, added: false, error: null },
          { email: 'x@example.net', contact_id: null, added: false, error: 'contact_not_found' },
          { email: 'Ann <n0@example.net>', contact_id: null, added: false, error: 'invalid_email' },
          { email: null, contact_id: null, added: false, error: 'invalid_email' },
          { email: 'a\u0000@b.c', contact_id: null, added: false, error: 'invalid_email' },
        ],
        summary: { added: 1, skipped: 6 },
      });
      expect(await idsIn()).toEqual([a, b]);
    });

    it("takes ids and addresses together, up to 100, and nobody of another tenant's", async () => {
      const other = await server.mint();
      await other.call('POST', '/v1/contacts', { body: { email: 'x@example.net' } });
      const ids = await contacts(98);
      const emails = ['n0@example.net', 'x@example.net'];
      const { body } = await tenant.call('POST', at('/bulk'), { body: { contact_ids: ids, emails } });
      expect(body.summary).toEqual({ added: 98, skipped: 2 });
      expect(body.data.slice(98)).toEqual([
        { email: 'n0@example.net', contact_id: ids[0], added: false, error: null },
        { email: 'x@example.net', contact_id: null, added: false, error: 'contact_not_found' },
      ]);
      const tooMany = { contact_ids: [...ids, 'x'], emails };
      expect(await tenant.call('POST', at('/bulk'), { body: tooMany })).toMatchObject({
        status: 422,
        body: { error: 'batch_too_large', max: 100 },
      });
    });

    it("takes 100, and refuses another tenant's by itself", async () => {
      const other = await server.mint();
      const foreign = (await other.call('POST', '/v1/contacts', { body: { email: 'x@example.net' } })).body.id;
      const ids = await contacts(99);
      expect((await addMany([...ids, foreign])).body.summary).toEqual({ added: 99, skipped: 1 });
    });

    it.each([[{}], [{ contact_ids: null }], [{ contact_ids: [] }], [{ emails: [] }], [{ contact_ids: [], emails: null }]])(
      'answers 422 empty_batch to %j',
      async (body) => {
        expect(await tenant.call('POST', at('/bulk'), { body })).toMatchObject({ status: 422, body: { error: 'empty_batch' } });
      },
    );

    it('answers 422 batch_too_large with max, validation_failed to what is no list, and 404 before', async () => {
      const many = Array.from({ length: 101 }, () => 'x');
      expect(await addMany(many)).toMatchObject({ status: 422, body: { error: 'batch_too_large', max: 100 } });
      expect(await addMany('x')).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'contact_ids' } });
      const noList = { contact_ids: ['x'], emails: 'x@example.net' };
      expect(await tenant.call('POST', at('/bulk'), { body: noList })).toMatchObject({ status: 422, body: { field: 'emails' } });
      expect(await tenant.call('POST', '/v1/audiences/aud_none/members/bulk', { body: {} })).toMatchObject({ status: 404 });
    });
  });
});
