import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, DAY, mail, wait } from '../../support/fixtures/automations.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

describe.each(engines)('what there is of a contact on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  describe('GET /v1/contacts/{id}/audiences', () => {
    it('lists those that it is in, newest first, page by page', async () => {
      const tenant = await server.mint();
      const { contact } = automationsOf(server, tenant);
      const [ada, grace] = [await contact('ada@example.net'), await contact('grace@example.net')];
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c', 'd']) ids.unshift((await tenant.call('POST', '/v1/audiences', { body: { name } })).body.id);
      for (const id of ids.slice(0, 3)) await tenant.call('POST', `/v1/audiences/${id}/members`, { body: { contact_id: ada } });
      await tenant.call('POST', `/v1/audiences/${ids[3]}/members`, { body: { contact_id: grace } });
      const list = async (query = '') => (await tenant.call('GET', `/v1/contacts/${ada}/audiences${query}`)).body;
      const whole = await list();
      expect(whole).toEqual({
        data: [expect.objectContaining({ id: ids[0], name: 'd' }), expect.anything(), expect.anything()],
        next_cursor: null,
      });
      const first = await list('?limit=2');
      expect(first.data).toEqual(whole.data.slice(0, 2));
      expect(await list(`?limit=2&cursor=${first.next_cursor}`)).toEqual({ data: whole.data.slice(2), next_cursor: null });
      const other = await server.mint();
      expect((await other.call('GET', `/v1/contacts/${ada}/audiences`)).body).toEqual({ error: 'not_found' });
    });
  });

  describe('GET /v1/contacts/{id}/events', () => {
    it('lists what happened to it and to its mail, newest first, page by page', async () => {
      const tenant = await server.mint();
      const automations = automationsOf(server, tenant);
      await automations.active([mail('one'), wait('w', DAY / 1000)], { from_domain_id: tenant.domain.id });
      const ada = await automations.contact('ada@example.net');
      await automations.run();
      await automations.dispatch();
      const [message] = await automations.messages();
      for (const type of ['delivery', 'open', 'click'] as const) {
        await automations.advance(1000);
        await automations.happens(message.id, type);
      }
      await automations.contact('grace@example.net');
      const list = async (query = '') => (await tenant.call('GET', `/v1/contacts/${ada}/events${query}`)).body;
      const whole = await list();
      const types = whole.data.map(({ type }: { type: string }) => type);
      expect(types).toEqual(['click', 'open', 'delivery', 'sent', 'contact.created']);
      expect(whole.data[0]).toMatchObject({ message_id: message.id, test_mode: false });
      expect(whole.data[4]).toMatchObject({ message_id: null, data: { contact: { email: 'ada@example.net' } } });
      const paged: unknown[] = [];
      for (let cursor = '', more = true; more; ) {
        const page = await list(`?limit=2&cursor=${cursor}`);
        paged.push(...page.data);
        cursor = page.next_cursor ?? '';
        more = page.next_cursor !== null;
      }
      expect(paged).toEqual(whole.data);
      const other = await server.mint();
      expect((await other.call('GET', `/v1/contacts/${ada}/events`)).body).toEqual({ error: 'not_found' });
    });
  });
});
