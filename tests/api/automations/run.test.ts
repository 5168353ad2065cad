import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Automations, automationsOf, DAY, HOUR, MINUTE, mail, wait } from '../../support/automations.ts';
import { capturedMail } from '../../support/captured.ts';
import { engines } from '../../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

describe.each(engines)('running automations on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  let us: Automations;
  beforeAll(async () => {
    server = await startTestServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    tenant = await server.mint();
    us = automationsOf(server, tenant);
  });

  const only = async (id: string) => (await us.enrollments(id))[0];
  const subjects = async () => (await us.messages()).map(({ subject }) => subject);

  describe('send_email', () => {
    it('sends a marketing mail of its own to the contact', async () => {
      const step = mail('hi', {
        subject: 'Hi {{ first_name }}',
        html_body: '<p>{{ attributes.first_name }} {{ email }} {{ contact_id }}</p><a href="{{ unsubscribe_url }}">off</a>',
        text_body: undefined,
        reply_to: 'ada@example.org',
        tags: { kind: 'welcome' },
      });
      const id = await us.active([step]);
      const contactId = await us.contact('a@example.net', { attributes: { first_name: 'Ann & Bob' } });
      await us.run();
      const [message] = await us.messages();
      expect(message).toMatchObject({
        from: `hello@${tenant.domain.name}`,
        to: ['a@example.net'],
        subject: 'Hi Ann & Bob',
        stream: 'marketing',
        tags: { kind: 'welcome' },
        automation_id: id,
        contact_id: contactId,
        broadcast_id: null,
      });
      await us.dispatch();
      const { html, headers } = await capturedMail(server, message.id);
      expect(html).toContain(`<p>Ann &amp; Bob a@example.net ${contactId}</p>`);
      expect(html).toMatch(/href="[^"]+\/u\/[^"]+"/);
      expect(headers.get('list-unsubscribe')).toMatch(/\/u\//);
      expect(headers.get('reply-to')).toBe('ada@example.org');
      expect(await only(id)).toMatchObject({ status: 'completed', exit_reason: 'end', current_step: 'hi', next_run_at: null });
    });

    it('renders a template as it is when the step runs', async () => {
      const version = (text_body: string) => us.post('/templates/tpl/versions', { subject: 'T', text_body, activate: true });
      await us.post('/templates', { alias: 'tpl' });
      await version('old');
      await us.active([wait('w', 3600), { id: 's', type: 'send_email', template_alias: 'tpl', template_model: { what: 'news' } }]);
      await us.contact('a@example.net');
      await us.run();
      await version('new {{ what }} for {{ status }}');
      await us.advance(HOUR);
      await us.run();
      const [{ id, template_alias }] = await us.messages();
      expect(template_alias).toBe('tpl');
      expect((await us.get(`/messages/${id}`)).text_body).toBe('new news for subscribed');
    });

    it('counts towards no quota, but is shown in the usage', async () => {
      const poor = await server.mint({ daily_emails: 0 });
      const they = automationsOf(server, poor);
      await they.active([mail('hi')]);
      await they.contact('a@example.net');
      await they.run();
      expect(await they.messages()).toHaveLength(1);
    });

    it.each(['unsubscribed', 'cleaned'])('ends the run of one who is %s', async (status) => {
      const id = await us.active([wait('w', 60), mail('hi')]);
      const contactId = await us.contact('a@example.net');
      await us.run();
      await tenant.call('PATCH', `/v1/contacts/${contactId}`, { body: { status } });
      await us.advance(MINUTE);
      await us.run();
      expect(await only(id)).toMatchObject({ status: 'cancelled', exit_reason: status, current_step: 'hi' });
      expect(await us.messages()).toEqual([]);
      expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 0, cancelled: 1, failed: 0 });
    });

    it('ends the run of one who is suppressed', async () => {
      await us.post('/suppressions', { email: 'a@example.net' });
      const id = await us.active([mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      expect(await only(id)).toMatchObject({ status: 'cancelled', exit_reason: 'suppressed' });
    });

    it('is tried five times', async () => {
      await us.post('/templates', { alias: 'gone' });
      await us.post('/templates/gone/versions', { subject: 'T', text_body: 'x', activate: true });
      const id = await us.active([{ id: 's', type: 'send_email', template_alias: 'gone' }]);
      await tenant.call('DELETE', '/v1/templates/gone');
      await us.contact('a@example.net');
      for (let attempt = 1; attempt < 5; attempt += 1) {
        await us.run();
        expect(await only(id)).toMatchObject({ status: 'active', current_step: 's', error: expect.stringContaining('template_not_found') });
        await us.advance(3 * HOUR);
      }
      await us.run();
      expect(await only(id)).toMatchObject({ status: 'failed', exit_reason: null, next_run_at: null });
      expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 0, cancelled: 0, failed: 1 });
    });

    it('goes on after a failure that has passed', async () => {
      await us.post('/templates', { alias: 'back' });
      await us.post('/templates/back/versions', { subject: 'T', text_body: 'x', activate: true });
      const id = await us.active([{ id: 's', type: 'send_email', template_alias: 'back' }]);
      await tenant.call('DELETE', '/v1/templates/back');
      await us.contact('a@example.net');
      await us.run();
      await us.post('/templates', { alias: 'back' });
      await us.post('/templates/back/versions', { subject: 'T', text_body: 'x', activate: true });
      await us.run();
      expect(await us.messages()).toEqual([]);
      await us.advance(MINUTE);
      await us.run();
      expect(await subjects()).toEqual(['T']);
      expect(await only(id)).toMatchObject({ status: 'completed', error: null });
    });
  });

  describe('wait, wait_until', () => {
    it('pass when their time has come, and not before', async () => {
      const { body: clock } = await server.admin('GET', '/admin/clock');
      const at = clock.now + 2 * DAY;
      const id = await us.active([wait('w', 86_400), { id: 'u', type: 'wait_until', at }, { id: 'v', type: 'wait_until', at }, mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      const { created_at } = await only(id);
      expect(await only(id)).toMatchObject({ current_step: 'w', next_run_at: created_at + DAY });
      await us.advance(DAY - 1);
      await us.run();
      expect(await only(id)).toMatchObject({ current_step: 'w' });
      await us.advance(1);
      await us.run();
      expect(await only(id)).toMatchObject({ current_step: 'u', next_run_at: at });
      await us.advance(at - (created_at + DAY));
      await us.run();
      expect(await subjects()).toEqual(['Subject hi']);
    });
  });

  describe('wait_for_event', () => {
    const opened = { id: 'o', type: 'wait_for_event', event: 'open', timeout_seconds: 86_400, then: [mail('yes')], else: [mail('no')] };

    it('goes by its then when the event happens', async () => {
      const id = await us.active([mail('hi'), opened, mail('last')]);
      await us.contact('a@example.net');
      await us.run();
      await us.dispatch();
      expect(await only(id)).toMatchObject({ current_step: 'o' });
      const [{ id: messageId }] = await us.messages();
      await us.happens(messageId, 'click');
      await us.run();
      expect(await subjects()).toEqual(['Subject hi']);
      await us.advance(HOUR);
      await us.happens(messageId, 'open');
      await us.run();
      expect(await subjects()).toEqual(['Subject hi', 'Subject yes', 'Subject last']);
    });

    it('goes by its else when its time is up', async () => {
      await us.active([mail('hi'), opened]);
      await us.contact('a@example.net');
      await us.run();
      await us.advance(DAY);
      await us.run();
      expect(await subjects()).toEqual(['Subject hi', 'Subject no']);
    });

    it('remembers an event that came before it, and knows the mail that it is about', async () => {
      const steps = [
        mail('first'),
        mail('second'),
        wait('w', 3600),
        { ...opened, id: 'p', step: 'second', then: [mail('wrong')], else: [], timeout_seconds: 60 },
        { ...opened, step: 'first' },
      ];
      const id = await us.active(steps);
      await us.contact('a@example.net');
      await us.run();
      await us.dispatch();
      const messages = await us.messages();
      await us.happens(messages.find(({ subject }) => subject === 'Subject first').id, 'open');
      await us.advance(HOUR);
      await us.run();
      expect(await only(id)).toMatchObject({ current_step: 'p' });
      await us.advance(MINUTE);
      await us.run();
      expect((await subjects()).toSorted()).toEqual(['Subject first', 'Subject second', 'Subject yes']);
    });
  });

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
      expect(await only(id)).toMatchObject({ status: 'active', error: expect.stringContaining('invalid_filter') });
    });
  });

  describe('the other steps', () => {
    const told = async (type: string) => {
      const rows = server.platform.db.read.selectFrom('events').selectAll().where('tenant_id', '=', tenant.id).where('type', '=', type);
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
      expect(await only(second)).toMatchObject({ contact_id: contactId, source: 'trigger' });
      await us.advance(MINUTE);
      await us.run();
      expect(await members()).toEqual([]);
      expect(await only(second)).toMatchObject({ status: 'completed' });
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
          enrollment_id: (await only(id)).id,
          contact: await us.get(`/contacts/${contactId}`),
        },
      ]);
    });

    it('exit ends the run wherever it stands', async () => {
      const id = await us.active([{ id: 'b', type: 'branch', filter: { all: true }, then: [{ id: 'x', type: 'exit' }] }, mail('never')]);
      await us.contact('a@example.net');
      await us.run();
      expect(await only(id)).toMatchObject({ status: 'completed', exit_reason: 'exit', current_step: 'x' });
      expect(await us.messages()).toEqual([]);
    });
  });

  describe('being held', () => {
    it('a pause holds everybody, and what fell due meanwhile goes on at once', async () => {
      const id = await us.active([wait('w', 3600), mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      await us.post(`/automations/${id}/pause`);
      await us.advance(DAY);
      await us.run();
      expect(await us.messages()).toEqual([]);
      await us.post(`/automations/${id}/activate`);
      await us.run();
      expect(await subjects()).toEqual(['Subject hi']);
    });

    it('archiving cancels everybody who is still active', async () => {
      const id = await us.active([wait('w', 3600), mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      const { body } = await us.post(`/automations/${id}/archive`);
      expect(body).toMatchObject({ status: 'archived', enrollment_counts: { active: 0, completed: 0, cancelled: 1, failed: 0 } });
      expect(await only(id)).toMatchObject({ status: 'cancelled', exit_reason: 'archived', next_run_at: null });
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
      expect(await only(id)).toMatchObject({ status: 'active', current_step: 'w' });
      await us.run();
      expect(await only(id)).toMatchObject({ status: 'completed' });
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
    const sent = await server.platform.db.read
      .selectFrom('messages')
      .select(['contact_id', 'subject', 'position'])
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect(sent).toHaveLength(200);
    expect(new Set(sent.map(({ contact_id, subject }) => `${contact_id} ${subject}`)).size).toBe(200);
    expect(new Set(sent.map(({ position }) => position)).size).toBe(200);
  });
});
