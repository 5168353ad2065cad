import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, mail, useAutomations, wait } from '../../support/fixtures/automations.ts';
import { postFile } from '../../support/fixtures/contact-files.ts';

const STEPS = [wait('w', 3600)];

describe.each(engines)('enrollment on $name', (engine) => {
  const { server, tenant, us } = useAutomations(engine);

  const enrolled = async (id: string) => (await us.enrollments(id)).map(({ contact_id }) => contact_id as string).toSorted();
  const joining = (audience_id: string) => ({ trigger_kind: 'audience_added', trigger_config: { audience_id } });

  describe('contact_created', () => {
    it('enrolls whoever is created, once', async () => {
      const id = await us.active(STEPS);
      const contactId = await us.contact('a@example.net');
      await us.post('/contacts', { email: 'a@example.net', attributes: { x: 1 } });
      expect(await us.enrollments(id)).toEqual([
        {
          id: expect.stringMatching(/^enr_[0-9a-z]{26}$/),
          automation_id: id,
          contact_id: contactId,
          status: 'active',
          source: 'trigger',
          current_step: 'w',
          next_run_at: expect.any(Number),
          exit_reason: null,
          error: null,
          created_at: expect.any(Number),
          updated_at: expect.any(Number),
          completed_at: null,
          email: 'a@example.net',
        },
      ]);
      expect((await us.automation(id)).enrollment_counts).toEqual({ active: 1, completed: 0, cancelled: 0, failed: 0 });
    });

    it('enrolls in each automation that waits for it, and in nobody else’s', async () => {
      const [one, two] = [await us.active(STEPS), await us.active(STEPS)];
      const other = automationsOf(server, await server.mint());
      const foreign = await other.active(STEPS);
      const contactId = await us.contact('a@example.net');
      expect([await enrolled(one), await enrolled(two)]).toEqual([[contactId], [contactId]]);
      expect(await other.enrollments(foreign)).toEqual([]);
    });

    it('is not told by a batch, by an import, nor by an update', async () => {
      const old = await us.contact('old@example.net');
      const id = await us.active(STEPS);
      await us.post('/contacts', { email: 'old@example.net', attributes: { x: 1 } });
      await us.post('/contacts/batch', { contacts: [{ email: 'b@example.net' }] });
      await tenant.call('PATCH', `/v1/contacts/${old}`, { body: { attributes: { x: 2 } } });
      await postFile(server, tenant, 'email\nold@example.net\nimported@example.net\n');
      await server.run('import');
      await us.run();
      expect((await us.get('/contacts')).data).toHaveLength(3);
      expect(await us.enrollments(id)).toEqual([]);
    });

    it.each(['draft', 'paused', 'archived'])('enrolls nobody in one that is %s', async (state) => {
      const program = { trigger_kind: 'contact_created', from_domain_id: tenant.domain.id, steps: STEPS };
      const id = (await us.post('/automations', { name: 'x', ...program })).body.id;
      if (state !== 'draft') await us.post(`/automations/${id}/activate`);
      if (state === 'paused') await us.post(`/automations/${id}/pause`);
      if (state === 'archived') await us.post(`/automations/${id}/archive`);
      await us.contact('a@example.net');
      await us.post(`/automations/${id}/activate`);
      expect(await us.enrollments(id)).toEqual([]);
    });
  });

  describe('audience_added', () => {
    it('enrolls whoever joins the audience, one by one or in bulk, and once', async () => {
      const audience = await us.audience();
      const id = await us.active(STEPS, joining(audience));
      const other = await us.active(STEPS, joining(await us.audience()));
      const contacts = [await us.contact('a@example.net'), await us.contact('b@example.net'), await us.contact('c@example.net')];
      await us.post(`/audiences/${audience}/members`, { contact_id: contacts[0] });
      await us.post(`/audiences/${audience}/members/bulk`, { contact_ids: contacts });
      await tenant.call('DELETE', `/v1/audiences/${audience}/members/${contacts[0]}`);
      await us.post(`/audiences/${audience}/members`, { contact_id: contacts[0] });
      expect(await enrolled(id)).toEqual(contacts.toSorted());
      expect(await us.enrollments(other)).toEqual([]);
    });

    it('is not told by a batch or an import, whose contacts are in no audience', async () => {
      const id = await us.active(STEPS, joining(await us.audience()));
      await us.post('/contacts/batch', { contacts: [{ email: 'b@example.net' }] });
      await postFile(server, tenant, 'email\nimported@example.net\n');
      await server.run('import');
      expect(await us.enrollments(id)).toEqual([]);
    });

    it('enrolls those whom a batch or an import has made, once they join', async () => {
      const audience = await us.audience();
      const id = await us.active(STEPS, joining(audience));
      await us.post('/contacts/batch', { contacts: [{ email: 'b@example.net' }] });
      await postFile(server, tenant, 'email\nimported@example.net\n');
      await server.run('import');
      const contact_ids = (await us.get('/contacts')).data.map((one: { id: string }) => one.id);
      await us.post(`/audiences/${audience}/members/bulk`, { contact_ids });
      expect(await enrolled(id)).toEqual(contact_ids.toSorted());
    });

    it('enrolls nobody who was a member before', async () => {
      const audience = await us.audience();
      const contactId = await us.contact('a@example.net');
      await us.post(`/audiences/${audience}/members`, { contact_id: contactId });
      const id = await us.active(STEPS, joining(audience));
      await us.post(`/audiences/${audience}/members`, { contact_id: contactId });
      expect(await us.enrollments(id)).toEqual([]);
    });
  });

  describe('POST /v1/automations/{id}/enrollments', () => {
    it('answers 201, and 200 with the same enrollment from then on', async () => {
      const contact_id = await us.contact('a@example.net');
      const id = await us.active(STEPS);
      const first = await us.post(`/automations/${id}/enrollments`, { contact_id });
      expect(first).toMatchObject({ status: 201, body: { contact_id, source: 'manual', status: 'active', current_step: 'w' } });
      const again = await us.post(`/automations/${id}/enrollments`, { contact_id });
      expect(again).toMatchObject({ status: 200, body: first.body });
    });

    it('takes the address of a contact instead of its id', async () => {
      const contact_id = await us.contact('a@example.net');
      const id = await us.active(STEPS);
      const path = `/automations/${id}/enrollments`;
      const first = await us.post(path, { email: ' A@Example.NET ' });
      expect(first).toMatchObject({ status: 201, body: { contact_id } });
      expect(await us.post(path, { contact_id, email: 5 })).toMatchObject({ status: 200, body: first.body });
      expect(await us.post(path, { email: 'nobody@example.net' })).toMatchObject({ status: 422, body: { error: 'contact_not_found' } });
      for (const email of ['', 'nobody', 'A <a@example.net>', 5])
        expect(await us.post(path, { email })).toMatchObject({ status: 422, body: { error: 'invalid_email' } });
      expect((await us.post(path, {})).body).toEqual({ error: 'missing_field', detail: 'contact_id is required.', field: 'contact_id' });
    });

    it('answers 200 whatever the state of the enrollment', async () => {
      const contact_id = await us.contact('a@example.net');
      const id = await us.active([{ id: 'e', type: 'exit' }]);
      await us.post(`/automations/${id}/enrollments`, { contact_id });
      await us.run();
      expect(await us.post(`/automations/${id}/enrollments`, { contact_id })).toMatchObject({ status: 200, body: { status: 'completed' } });
    });

    it('of many at once, one enrolls', async () => {
      const contact_id = await us.contact('a@example.net');
      const id = await us.active(STEPS);
      const answers = await Promise.all(Array.from({ length: 6 }, () => us.post(`/automations/${id}/enrollments`, { contact_id })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
      expect((await us.automation(id)).enrollment_counts.active).toBe(1);
    });

    it('answers 422 for a contact that is none, and for none', async () => {
      const id = await us.active(STEPS);
      const foreign = await automationsOf(server, await server.mint()).contact('a@example.net');
      const unknown = { status: 422, body: { error: 'contact_not_found' } };
      expect(await us.post(`/automations/${id}/enrollments`, { contact_id: 'con_none' })).toMatchObject(unknown);
      expect(await us.post(`/automations/${id}/enrollments`, { contact_id: foreign })).toMatchObject(unknown);
      expect((await us.post(`/automations/${id}/enrollments`)).body).toMatchObject({ error: 'missing_field', field: 'contact_id' });
    });
  });

  describe('GET /v1/automations/{id}/enrollments', () => {
    it('lists newest first, in pages, and by state', async () => {
      const id = await us.active(STEPS);
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        await us.contact(`${name}@example.net`);
        const [newest] = await us.enrollments(id);
        ids.unshift(newest.id);
        await us.advance(1000);
      }
      const list = (query: string) => us.get(`/automations/${id}/enrollments${query}`);
      const idsOf = (page: { data: { id: string }[] }) => page.data.map((one) => one.id);
      const first = await list('?limit=2');
      expect(idsOf(first)).toEqual(ids.slice(0, 2));
      expect(first.data.map(({ email }: { email: string }) => email)).toEqual(['c@example.net', 'b@example.net']);
      expect(idsOf(await list(`?limit=2&cursor=${first.next_cursor}`))).toEqual(ids.slice(2));
      await us.post(`/automations/${id}/enrollments/${ids[1]}/cancel`);
      expect(idsOf(await list('?status=cancelled'))).toEqual([ids[1]]);
      expect(idsOf(await list('?status=active'))).toEqual([ids[0], ids[2]]);
      expect(idsOf(await list('?status=nonsense'))).toEqual(ids);
    });
  });

  describe('POST /v1/automations/{id}/enrollments/{enrollment_id}/cancel', () => {
    it('ends an active enrollment, once', async () => {
      const id = await us.active(STEPS);
      await us.contact('a@example.net');
      const [{ id: enrollment }] = await us.enrollments(id);
      const cancelled = await us.post(`/automations/${id}/enrollments/${enrollment}/cancel`);
      expect(cancelled).toMatchObject({
        status: 200,
        body: { status: 'cancelled', exit_reason: 'cancelled', next_run_at: null, completed_at: expect.any(Number) },
      });
      expect(await us.get(`/automations/${id}/enrollments/${enrollment}`)).toEqual(cancelled.body);
      expect(await us.post(`/automations/${id}/enrollments/${enrollment}/cancel`)).toMatchObject({
        status: 409,
        body: { error: 'not_active', status: 'cancelled', detail: 'Only an active enrollment can be cancelled.' },
      });
      expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 0, cancelled: 1, failed: 0 });
    });

    it('leaves one that has ended as it is', async () => {
      const id = await us.active([{ id: 'x', type: 'exit' }]);
      await us.contact('a@example.net');
      await us.run();
      const [{ email: _, ...ended }] = await us.enrollments(id);
      expect(await us.post(`/automations/${id}/enrollments/${ended.id}/cancel`)).toMatchObject({
        status: 409,
        body: { error: 'not_active', status: 'completed' },
      });
      expect(await us.get(`/automations/${id}/enrollments/${ended.id}`)).toEqual(ended);
    });
  });

  it('a contact that is deleted takes its enrollments along, and not its mail', async () => {
    const id = await us.active([mail('hi'), ...STEPS]);
    const contactId = await us.contact('a@example.net');
    await us.run();
    await tenant.call('DELETE', `/v1/contacts/${contactId}`);
    expect(await us.enrollments(id)).toEqual([]);
    expect((await us.automation(id)).enrollment_counts.active).toBe(0);
    expect(await us.messages()).toMatchObject([{ contact_id: contactId, automation_id: id }]);
  });
});
