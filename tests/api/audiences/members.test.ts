import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('members of audiences on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  let audience: string;
  beforeEach(async () => {
    audience = await addAudience(tenant, []);
  });

  const at = (path = '') => `/v1/audiences/${audience}/members${path}`;
  const add = (contact_id: unknown) => tenant.call('POST', at(), { body: { contact_id } });
  const addMany = (contact_ids: unknown) => tenant.call('POST', at('/bulk'), { body: { contact_ids } });
  const list = async (query = '') => (await tenant.call('GET', at(query))).body;
  const idsIn = async (query = '') => (await list(query)).data.map(({ id }: { id: string }) => id);
  const contacts = (count: number) => addContacts(tenant, count, 'n');

  describe('POST /v1/audiences/{id}/members', () => {
    it('answers 201 for a new member and 200 for one that was there', async () => {
      const [id] = await contacts(1);
      const first = await add(id);
      expect(first).toMatchObject({ status: 201, body: { audience_id: audience, contact_id: id, added: true } });
      expect(Object.keys(first.body)).toHaveLength(3);
      expect(await add(id)).toMatchObject({ status: 200, body: { audience_id: audience, contact_id: id, added: false } });
      expect(await idsIn()).toEqual([id]);
    });

    it('adds once of many requests at once', async () => {
      const [id] = await contacts(1);
      const answers = await Promise.all(Array.from({ length: 8 }, () => add(id)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    });

    it("answers 422 contact_not_found to a contact that is none, and to another tenant's", async () => {
      const other = await server.mint();
      const foreign = (await other.call('POST', '/v1/contacts', { body: { email: 'x@example.net' } })).body.id;
      for (const id of ['con_none', '', foreign])
        expect(await add(id)).toMatchObject({ status: 422, body: { error: 'contact_not_found', detail: expect.any(String) } });
      expect(await idsIn()).toEqual([]);
    });

    it('answers 422 missing_field without a contact, and validation_failed to what is no id', async () => {
      for (const id of [undefined, null])
        expect((await add(id)).body).toEqual({ error: 'missing_field', detail: 'contact_id or email is required.', field: 'contact_id' });
      expect(await add(5)).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'contact_id' } });
      expect((await add(5)).body.detail).toBe('contact_id: Must be a string, not 5.');
    });

    it('takes the address of a contact in place of its id', async () => {
      const [id] = await contacts(1);
      const body = { email: ' N0@Example.NET ' };
      expect(await tenant.call('POST', at(), { body })).toMatchObject({
        status: 201,
        body: { audience_id: audience, contact_id: id, added: true },
      });
      expect(await tenant.call('POST', at(), { body: { email: 'n0@example.net', contact_id: null } })).toMatchObject({
        status: 200,
        body: { contact_id: id, added: false },
      });
      expect(await idsIn()).toEqual([id]);
    });

    it("makes no contact of an address that is nobody's, and refuses what is no address", async () => {
      const other = await server.mint();
      await other.call('POST', '/v1/contacts', { body: { email: 'x@example.net' } });
      for (const email of ['x@example.net', 'nobody@example.net'])
        expect(await tenant.call('POST', at(), { body: { email } })).toMatchObject({
          status: 422,
          body: { error: 'contact_not_found', detail: 'There is no contact with this address.' },
        });
      for (const email of ['', 'nobody', 'Nobody <nobody@example.net>', 5])
        expect(await tenant.call('POST', at(), { body: { email } })).toMatchObject({ status: 422, body: { error: 'invalid_email' } });
      expect((await tenant.call('GET', '/v1/contacts')).body.data).toEqual([]);
    });

    it('does not look at an address beside an id', async () => {
      const [contact_id, other] = await contacts(2);
      const { email } = (await tenant.call('GET', `/v1/contacts/${other}`)).body;
      for (const beside of [email, '', 5])
        expect((await tenant.call('POST', at(), { body: { contact_id, email: beside } })).body).toMatchObject({ contact_id });
      expect(await idsIn()).toEqual([contact_id]);
    });

    it('answers 404 for an audience that is none before it looks at the body, and 400 before that', async () => {
      expect(await tenant.call('POST', '/v1/audiences/aud_none/members', { body: {} })).toMatchObject({ status: 404 });
      expect(await tenant.call('POST', '/v1/audiences/aud_none/members', { body: '{' })).toMatchObject({ status: 400 });
    });
  });

  describe('GET /v1/audiences/{id}/members', () => {
    it('finds the member with an address', async () => {
      const [a, b] = await contacts(3);
      await addMany([a, b]);
      const member = (await tenant.call('GET', `/v1/contacts/${b}`)).body;
      for (const email of ['n1@example.net', ' N1@Example.NET'])
        expect(await list(`?${new URLSearchParams({ email })}`)).toEqual({ data: [member], next_cursor: null });
      for (const email of ['n2@example.net', 'nobody@example.net', 'n1'])
        expect(await list(`?${new URLSearchParams({ email })}`)).toEqual({ data: [], next_cursor: null });
      expect(await idsIn('?email=')).toEqual([a, b]);
    });

    it('lists contacts oldest first, whenever they were added, page by page', async () => {
      const ids = await contacts(7);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 5000 } });
      const late = (await tenant.call('POST', '/v1/contacts', { body: { email: 'late@example.net' } })).body.id;
      await add(late);
      await addMany(ids.toReversed());
      const first = await list('?limit=3');
      expect(first.data[0]).toEqual((await tenant.call('GET', `/v1/contacts/${ids[0]}`)).body);
      expect(first.next_cursor).toBe(`${first.data[2].created_at}:${first.data[2].id}`);
      const second = await list(`?limit=3&cursor=${first.next_cursor}`);
      const third = await list(`?limit=3&cursor=${second.next_cursor}`);
      expect([...first.data, ...second.data, ...third.data].map(({ id }) => id)).toEqual([...ids, late]);
      expect(third.next_cursor).toBeNull();
      expect((await list('?limit=8')).next_cursor).toBeNull();
    });

    it('answers 404 and 422 invalid_cursor', async () => {
      expect(await tenant.call('GET', '/v1/audiences/aud_none/members')).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(await tenant.call('GET', at('?cursor=x'))).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });

    it('loses a contact that is deleted', async () => {
      const ids = await contacts(3);
      await addMany(ids);
      await tenant.call('DELETE', `/v1/contacts/${ids[1]}`);
      expect(await idsIn()).toEqual([ids[0], ids[2]]);
      expect((await tenant.call('GET', `/v1/audiences/${audience}`)).body.member_count).toBe(2);
    });
  });

  describe('DELETE /v1/audiences/{id}/members/{contact_id}', () => {
    it('answers the same for a member, for none and for nobody', async () => {
      const [a, b] = await contacts(2);
      await add(a);
      for (const id of [a, a, b, 'con_none'])
        expect(await tenant.call('DELETE', at(`/${id}`))).toMatchObject({
          status: 200,
          body: { deleted: true, audience_id: audience, contact_id: id },
        });
      expect(await idsIn()).toEqual([]);
      expect((await add(a)).status).toBe(201);
    });

    it('takes an address in place of the id', async () => {
      const [a, b] = await contacts(2);
      await addMany([a, b]);
      for (const named of ['N0@Example.NET', encodeURIComponent('n0@example.net')])
        expect(await tenant.call('DELETE', at(`/${named}`))).toMatchObject({
          status: 200,
          body: { deleted: true, audience_id: audience, contact_id: a },
        });
      expect(await idsIn()).toEqual([b]);
    });

    it("answers the same for an address that is nobody's or another tenant's contact's", async () => {
      const other = await server.mint();
      await other.call('POST', '/v1/contacts', { body: { email: 'x@example.net' } });
      for (const named of ['x@example.net', 'nobody@example.net', '@'])
        expect((await tenant.call('DELETE', at(`/${named}`))).body).toEqual({ deleted: true, audience_id: audience, contact_id: named });
    });

    it('answers 404 for an audience that is none', async () => {
      expect(await tenant.call('DELETE', '/v1/audiences/aud_none/members/x')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    });
  });
});
