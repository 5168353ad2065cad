import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../../tests/support/posthorn.ts';
import type { TestTenant } from '../../../tests/support/server.ts';
import { createHooks } from '../core/hooks.ts';
import { type Announcement, announced } from '../events/index.ts';
import { unsubscribe } from './index.ts';

/** What follows from a change of a contact, and what changes one. */
describe.each(engines)('contacts and the rest on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const upsert = async (email: string, change: object = {}) =>
    (await tenant.call('POST', '/v1/contacts', { body: { email, ...change } })).body;
  const patch = (id: string, body: object) => tenant.call('PATCH', `/v1/contacts/${id}`, { body });
  const statusOf = async (email: string) => (await tenant.call('GET', `/v1/contacts?email=${email}`)).body.data[0]?.status;
  const show = async (id: string) => (await tenant.call('GET', `/v1/contacts/${id}`)).body;

  /** Returns the announcements about contacts, oldest first. */
  async function told() {
    const rows = await server.app.db.read
      .selectFrom('events')
      .selectAll()
      .where('tenant_id', '=', tenant.id)
      .where('message_id', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ type, contact_id, data }) => ({ type, contact_id, ...JSON.parse(data) }));
  }

  const simulate = async (to: readonly string[]) => {
    const body = { from: tenant.from, to: to.map((name) => `${name}@posthorn.test`), subject: 'x', text_body: 'x', test_mode: true };
    expect((await tenant.call('POST', '/v1/email', { body })).status).toBe(200);
  };

  describe('announcements', () => {
    it('tell of a creation and of every update, with the contact as it is then', async () => {
      const { id } = await upsert('a@example.net', { attributes: { x: 1 } });
      const created = await show(id);
      await upsert('a@example.net', { attributes: { x: 2 } });
      const merged = await show(id);
      await patch(id, {});
      expect(await told()).toEqual([
        { type: 'contact.created', contact_id: id, contact: created },
        { type: 'contact.updated', contact_id: id, contact: merged },
        { type: 'contact.updated', contact_id: id, contact: await show(id) },
      ]);
    });

    it('tell nothing of what was refused, of a batch and of a deletion', async () => {
      const { id } = await upsert('a@example.net');
      await tenant.call('POST', '/v1/contacts', { body: { email: 'no address' } });
      await patch(id, { status: 'nonsense' });
      await patch('con_none', {});
      await tenant.call('POST', '/v1/contacts/batch', { body: { contacts: [{ email: 'a@example.net' }, { email: 'b@example.net' }] } });
      await tenant.call('DELETE', `/v1/contacts/${id}`);
      expect((await told()).map(({ type }) => type)).toEqual(['contact.created']);
    });
  });

  describe('a bounce or a complaint', () => {
    it('moves the contact of the address and tells so', async () => {
      const { id } = await upsert('bounced@posthorn.test');
      await upsert('complained@posthorn.test');
      await upsert('delivered@posthorn.test');
      await simulate(['bounced', 'complained', 'delivered', 'nobody']);
      expect(await statusOf('bounced@posthorn.test')).toBe('cleaned');
      expect(await statusOf('complained@posthorn.test')).toBe('unsubscribed');
      expect(await statusOf('delivered@posthorn.test')).toBe('subscribed');
      const updates = (await told()).filter(({ type }) => type === 'contact.updated');
      expect(updates.map(({ contact }) => [contact.email, contact.status]).sort()).toEqual([
        ['bounced@posthorn.test', 'cleaned'],
        ['complained@posthorn.test', 'unsubscribed'],
      ]);
      expect(await show(id)).toEqual(updates.find(({ contact_id }) => contact_id === id)?.contact);
    });

    it("leaves another tenant's contact alone, and one that is there already untold", async () => {
      await upsert('bounced@posthorn.test', { status: 'cleaned' });
      const other = await server.mint();
      await other.call('POST', '/v1/contacts', { body: { email: 'bounced@posthorn.test' } });
      await simulate(['bounced']);
      expect((await told()).map(({ type }) => type)).toEqual(['contact.created']);
      expect((await other.call('GET', '/v1/contacts')).body.data).toMatchObject([{ status: 'subscribed' }]);
    });
  });

  describe('an unsubscription', () => {
    let heard: Announcement[];
    beforeEach(() => {
      heard = [];
    });

    const leave = (email: string) => {
      const app = { ...server.app, hooks: createHooks() };
      app.hooks.on(announced, async (_trx, announcements) => void heard.push(...announcements));
      const asked = { tenantId: tenant.id, email, sourceMessageId: null, testMode: false };
      return app.db.transact((trx) => unsubscribe(app, trx, [asked]));
    };
    const suppressions = async () => (await tenant.call('GET', '/v1/suppressions')).body.data;

    it('moves the contact, suppresses marketing mail and tells so, once', async () => {
      await upsert('a@example.net');
      for (let count = 0; count < 2; count += 1) await leave('a@example.net');
      expect(await statusOf('a@example.net')).toBe('unsubscribed');
      expect(await suppressions()).toMatchObject([{ email: 'a@example.net', reason: 'unsubscribe', scope: 'marketing' }]);
      expect((await told()).map(({ type }) => type)).toEqual(['contact.created', 'contact.updated']);
      expect(heard).toMatchObject([{ type: 'contact.updated', data: { contact: { status: 'unsubscribed' } } }]);
    });

    it('of an address without a contact is kept too', async () => {
      await leave('x@example.net');
      expect(await suppressions()).toHaveLength(1);
      expect(await told()).toEqual([]);
    });

    it.each(['POST', 'PATCH', 'batch'])('is lifted by an explicit subscribed in a %s, and by nothing less', async (way) => {
      const { id } = await upsert('a@example.net');
      await leave('a@example.net');
      const write = (change: object) => {
        if (way === 'PATCH') return patch(id, change);
        const contact = { email: 'a@example.net', ...change };
        if (way === 'POST') return tenant.call('POST', '/v1/contacts', { body: contact });
        return tenant.call('POST', '/v1/contacts/batch', { body: { contacts: [contact] } });
      };
      await write({ attributes: { x: 1 } });
      expect(await statusOf('a@example.net')).toBe('unsubscribed');
      expect(await suppressions()).toHaveLength(1);
      await write({ status: 'subscribed' });
      expect(await statusOf('a@example.net')).toBe('subscribed');
      expect(await suppressions()).toEqual([]);
    });

    it('is lifted also where the contact is new, but no suppression for another reason is', async () => {
      await leave('a@example.net');
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'b@example.net' } });
      for (const email of ['a@example.net', 'b@example.net']) await upsert(email);
      expect(await suppressions()).toHaveLength(2);
      for (const email of ['a@example.net', 'b@example.net']) await upsert(email, { status: 'subscribed' });
      expect(await suppressions()).toMatchObject([{ email: 'b@example.net', reason: 'manual' }]);
    });
  });

  it('holds marketing mail back from whoever is unsubscribed or cleaned, and no other', async () => {
    await upsert('s@example.net');
    await upsert('u@example.net', { status: 'unsubscribed' });
    await upsert('c@example.net', { status: 'cleaned' });
    const other = await server.mint();
    const send = async ({ call, from }: TestTenant, name: string, stream: string) => {
      const body = { from, to: [`${name}@example.net`], subject: 'x', text_body: 'x', stream };
      return (await call('POST', '/v1/email', { body })).body.status;
    };
    const outcomes = async (whose: TestTenant, stream: string) => [
      await send(whose, 's', stream),
      await send(whose, 'u', stream),
      await send(whose, 'c', stream),
      await send(whose, 'nobody', stream),
    ];
    expect(await outcomes(tenant, 'marketing')).toEqual(['queued', 'suppressed', 'suppressed', 'queued']);
    expect(await outcomes(tenant, 'transactional')).toEqual(['queued', 'queued', 'queued', 'queued']);
    expect(await outcomes(other, 'marketing')).toEqual(['queued', 'queued', 'queued', 'queued']);
  });

  it('counts contacts in the meter as they come and go', async () => {
    const { db } = server.app;
    const counted = async () =>
      (await db.read.selectFrom('tenant_meters').select('contact_count').where('tenant_id', '=', tenant.id).executeTakeFirstOrThrow())
        .contact_count;
    const { id } = await upsert('a@example.net');
    await upsert('a@example.net');
    await tenant.call('POST', '/v1/contacts/batch', {
      body: { contacts: ['a', 'b', 'c', 'b'].map((name) => ({ email: `${name}@example.net` })) },
    });
    expect(await counted()).toBe(3);
    await tenant.call('DELETE', `/v1/contacts/${id}`);
    await tenant.call('POST', '/v1/erasures', { body: { email: 'b@example.net' } });
    expect(await counted()).toBe(1);
  });

  describe('an erasure', () => {
    it('deletes the contact and its memberships, and blanks what was told of it, deleted contacts included', async () => {
      const { id } = await upsert('gone@example.net', { attributes: { name: 'Gina', note: 'GONE@example.net' } });
      const other = await upsert('b@example.net', { attributes: { friend: 'gone@example.net', name: 'Bob' } });
      const { id: audience } = (await tenant.call('POST', '/v1/audiences', { body: { name: 'x' } })).body;
      await tenant.call('POST', `/v1/audiences/${audience}/members/bulk`, { body: { contact_ids: [id, other.id] } });
      await tenant.call('DELETE', `/v1/contacts/${id}`);
      const again = await upsert('gone@example.net', { attributes: { name: 'Gina' } });
      await tenant.call('POST', `/v1/audiences/${audience}/members`, { body: { contact_id: again.id } });

      await tenant.call('POST', '/v1/erasures', { body: { email: 'Gone@example.net' } });
      expect((await tenant.call('GET', `/v1/contacts/${again.id}`)).status).toBe(404);
      expect((await tenant.call('GET', `/v1/audiences/${audience}/members`)).body.data).toMatchObject([{ id: other.id }]);
      expect((await told()).map(({ contact }) => [contact.email, contact.attributes])).toEqual([
        ['', {}],
        ['b@example.net', { friend: '', name: 'Bob' }],
        ['', {}],
      ]);
      expect((await upsert('gone@example.net')).created).toBe(true);
    });

    it('by the operator is one over all tenants', async () => {
      const other = await server.mint();
      for (const { call } of [tenant, other]) await call('POST', '/v1/contacts', { body: { email: 'all@example.net' } });
      await server.admin('POST', '/admin/erasures', { body: { email: 'all@example.net' } });
      for (const { call } of [tenant, other]) expect((await call('GET', '/v1/contacts')).body.data).toEqual([]);
      const { db } = server.app;
      expect(await db.read.selectFrom('events').select('id').where('data', 'like', '%all@example.net%').execute()).toEqual([]);
    });

    it('by a tenant is none for another', async () => {
      const other = await server.mint();
      await other.call('POST', '/v1/contacts', { body: { email: 'one@example.net' } });
      await tenant.call('POST', '/v1/erasures', { body: { email: 'one@example.net' } });
      expect((await other.call('GET', '/v1/contacts')).body.data).toHaveLength(1);
    });

    it('goes beyond one page of announcements', async () => {
      const { id } = await upsert('many@example.net');
      // Few at once: they wait for each other, and no longer than a lock may take.
      for (let round = 0; round < 21; round += 1) await Promise.all(Array.from({ length: 10 }, () => patch(id, {})));
      await tenant.call('POST', '/v1/erasures', { body: { email: 'many@example.net' } });
      expect(await told()).toHaveLength(211);
      expect(JSON.stringify(await told())).not.toContain('many@example.net');
    });
  });
});
