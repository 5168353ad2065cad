import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { DAY, MINUTE, mail, useAutomations, wait } from '../../support/fixtures/automations.ts';

describe.each(engines)('running automations on $name', (engine) => {
  const { server, tenant, us } = useAutomations(engine);

  describe('being held', () => {
    it('a pause holds everybody, and what fell due meanwhile goes on at once', async () => {
      const id = await us.active([mail('first'), wait('w', 3600), mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      await us.post(`/automations/${id}/pause`);
      await us.advance(DAY);
      await us.run();
      expect(await us.subjects()).toEqual(['Subject first']);
      await us.post(`/automations/${id}/activate`);
      await us.run();
      expect(await us.subjects()).toEqual(['Subject first', 'Subject hi']);
    });

    it('archiving cancels everybody who is still active', async () => {
      const id = await us.active([wait('w', 3600), mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      const { body } = await us.post(`/automations/${id}/archive`);
      expect(body).toMatchObject({ status: 'archived', enrollment_counts: { active: 0, completed: 0, cancelled: 1, failed: 0 } });
      expect(await us.newest(id)).toMatchObject({ status: 'cancelled', exit_reason: 'archived', next_run_at: null });
      await us.advance(DAY);
      await us.run();
      expect(await us.messages()).toEqual([]);
    });

    it('a suspended tenant is held and goes on by itself', async () => {
      const id = await us.active([wait('w', 3600), mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
      await suspend(true);
      await us.advance(DAY);
      await us.run();
      await suspend(false);
      expect(await us.newest(id)).toMatchObject({ status: 'active', current_step: 'w' });
      await us.run();
      expect(await us.newest(id)).toMatchObject({ status: 'completed' });
    });
  });

  it('many who are due at once are worked in batches, each once', async () => {
    const audience = await us.audience();
    const id = await us.active([mail('hi'), wait('w', 60), mail('ho')], {
      trigger_kind: 'audience_added',
      trigger_config: { audience_id: audience },
    });
    const contacts = Array.from({ length: 100 }, (_, place) => ({ email: `c${place}@example.net` }));
    const { body } = await us.post('/contacts/batch', { contacts });
    const contact_ids = body.data.map((one: { id: string }) => one.id);
    await us.post(`/audiences/${audience}/members/bulk`, { contact_ids });
    await Promise.all([us.run(), us.run()]);
    await us.advance(MINUTE);
    await us.run();
    expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 100, cancelled: 0, failed: 0 });
    const sent = await server.app.db.read
      .selectFrom('messages')
      .select(['contact_id', 'subject', 'position'])
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect(sent).toHaveLength(200);
    expect(new Set(sent.map(({ contact_id, subject }) => `${contact_id} ${subject}`)).size).toBe(200);
    expect(new Set(sent.map(({ position }) => position)).size).toBe(200);
  });
});
