import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { MINUTE, mail, useAutomations, wait } from '../../support/fixtures/automations.ts';

describe.each(engines)('the other steps on $name', (engine) => {
  const { server, tenant, us } = useAutomations(engine);

  describe('branch', () => {
    it('looks at the contact as it is then', async () => {
      const filter = { field: 'attributes.plan', op: 'eq', value: 'pro' };
      await us.active([{ id: 'b', type: 'branch', filter, then: [mail('pro')], else: [mail('free')] }, mail('all')]);
      await us.contact('a@example.net', { attributes: { plan: 'pro' } });
      await us.contact('b@example.net');
      await us.run();
      const sent = (await us.messages()).map(({ to, subject }) => `${to[0]} ${subject}`);
      expect(sent.toSorted()).toEqual([
        'a@example.net Subject all',
        'a@example.net Subject pro',
        'b@example.net Subject all',
        'b@example.net Subject free',
      ]);
    });

    it('fails where its filter names an audience that is gone', async () => {
      const audience = await us.audience();
      const filter = { field: 'audience', op: 'member_of', value: audience };
      const id = await us.active([{ id: 'b', type: 'branch', filter }]);
      await tenant.call('DELETE', `/v1/audiences/${audience}`);
      await us.contact('a@example.net');
      await us.run();
      expect(await us.newest(id)).toMatchObject({ status: 'active', error: expect.stringContaining('invalid_filter') });
    });
  });

  describe('update_contact, add_to_audience, remove_from_audience, webhook, exit', () => {
    const told = async (type: string) => {
      const rows = server.app.db.read.selectFrom('events').selectAll().where('tenant_id', '=', tenant.id).where('type', '=', type);
      return (await rows.execute()).map(({ contact_id, data }) => ({ contact_id, ...JSON.parse(data) }));
    };

    it('update_contact changes the contact, tells so, and creates nobody', async () => {
      const id = await us.active([{ id: 'u', type: 'update_contact', attributes: { seen: true }, status: 'unsubscribed' }]);
      const contactId = await us.contact('a@example.net', { attributes: { kept: 1 } });
      await us.run();
      const contact = await us.get(`/contacts/${contactId}`);
      expect(contact).toMatchObject({ status: 'unsubscribed', attributes: { kept: 1, seen: true } });
      expect(await told('contact.updated')).toEqual([{ contact_id: contactId, contact }]);
      expect(await us.enrollments(id)).toHaveLength(1);
    });

    it('update_contact fails alone where a contact has no room for more', async () => {
      const id = await us.active([{ id: 'u', type: 'update_contact', attributes: { one_more: 1 } }]);
      const full = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`a${place}`, 1]));
      const contactId = await us.contact('full@example.net', { attributes: full });
      await us.contact('b@example.net');
      await us.run();
      const outcomes = (await us.enrollments(id)).map(({ contact_id, status }) => [contact_id === contactId, status]);
      expect(outcomes.toSorted()).toEqual([
        [false, 'completed'],
        [true, 'active'],
      ]);
    });

    it('add_to_audience adds, and triggers what waits for that; remove_from_audience removes', async () => {
      const audience = await us.audience();
      const second = await us.active([wait('w', 60), { id: 'r', type: 'remove_from_audience', audience_id: audience }], {
        trigger_kind: 'audience_added',
        trigger_config: { audience_id: audience },
      });
      await us.active([{ id: 'a', type: 'add_to_audience', audience_id: audience }]);
      const contactId = await us.contact('a@example.net');
      await us.run();
      const members = async () => (await us.get(`/audiences/${audience}/members`)).data.map(({ id }: { id: string }) => id);
      expect(await members()).toEqual([contactId]);
      expect(await us.newest(second)).toMatchObject({ contact_id: contactId, source: 'trigger' });
      await us.advance(MINUTE);
      await us.run();
      expect(await members()).toEqual([]);
      expect(await us.newest(second)).toMatchObject({ status: 'completed' });
    });

    it('automations that set each other off end, since each takes a contact once', async () => {
      const [one, other] = [await us.audience(), await us.audience()];
      const joining = (audience_id: string) => ({ trigger_kind: 'audience_added', trigger_config: { audience_id } });
      const hop = (from: string, to: string) => [
        { type: 'remove_from_audience', audience_id: from },
        { type: 'add_to_audience', audience_id: to },
      ];
      const there = await us.active(hop(one, other), joining(one));
      const back = await us.active(hop(other, one), joining(other));
      const contact_id = await us.contact('a@example.net');
      await us.post(`/audiences/${one}/members`, { contact_id });
      await us.run();
      expect([await us.enrollments(there), await us.enrollments(back)]).toMatchObject([
        [{ contact_id, status: 'completed' }],
        [{ contact_id, status: 'completed' }],
      ]);
      expect((await us.get(`/audiences/${one}/members`)).data).toMatchObject([{ id: contact_id }]);
    });

    it('webhook announces automation.webhook', async () => {
      const id = await us.active([{ id: 'h', type: 'webhook', name: 'welcomed', data: { a: [1, null] } }]);
      const contactId = await us.contact('a@example.net');
      await us.run();
      expect(await told('automation.webhook')).toEqual([
        {
          contact_id: contactId,
          name: 'welcomed',
          data: { a: [1, null] },
          automation_id: id,
          enrollment_id: (await us.newest(id)).id,
          contact: await us.get(`/contacts/${contactId}`),
        },
      ]);
    });

    it('exit ends the run wherever it stands', async () => {
      const id = await us.active([{ id: 'b', type: 'branch', filter: { all: true }, then: [{ id: 'x', type: 'exit' }] }, mail('never')]);
      await us.contact('a@example.net');
      await us.run();
      expect(await us.newest(id)).toMatchObject({ status: 'completed', exit_reason: 'exit', current_step: 'x' });
      expect(await us.messages()).toEqual([]);
    });
  });
});
