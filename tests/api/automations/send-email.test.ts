import { beforeEach, describe, expect, it } from 'vitest';
import { type Automations, automationsOf, HOUR, MINUTE, mail, wait } from '../../support/automations.ts';
import { capturedMail } from '../../support/captured.ts';
import { engines } from '../../support/engines.ts';
import { useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('the step send_email on $name', (engine) => {
  let tenant: TestTenant;
  let us: Automations;
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  beforeEach(async () => {
    tenant = await server.mint();
    us = automationsOf(server, tenant);
  });

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
    expect(await us.newest(id)).toMatchObject({ status: 'completed', exit_reason: 'end', current_step: 'hi', next_run_at: null });
  });

  it('cuts a subject at 998 characters, and none of them in two', async () => {
    const id = await us.active([mail('m', { subject: '{{ title }}' })]);
    await us.contact('a@example.net', { attributes: { title: `${'x'.repeat(997)}😀` } });
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'completed', error: null });
    expect(await us.subjects()).toEqual(['x'.repeat(997)]);
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

  it.each(['unsubscribed', 'cleaned'])('ends the run of one who is %s', async (status) => {
    const id = await us.active([wait('w', 60), mail('hi')]);
    const contactId = await us.contact('a@example.net');
    await us.run();
    await tenant.call('PATCH', `/v1/contacts/${contactId}`, { body: { status } });
    await us.advance(MINUTE);
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'cancelled', exit_reason: status, current_step: 'hi' });
    expect(await us.messages()).toEqual([]);
    expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 0, cancelled: 1, failed: 0 });
  });

  it('ends the run of one who is suppressed', async () => {
    await us.post('/suppressions', { email: 'a@example.net' });
    const id = await us.active([mail('hi')]);
    await us.contact('a@example.net');
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'cancelled', exit_reason: 'suppressed' });
  });

  it('ends the run of one whose address was erased, by the tenant or by the operator, also when it comes back', async () => {
    const id = await us.active([wait('w', 60), mail('hi')]);
    await us.contact('own@example.net');
    await us.contact('all@example.net');
    await us.post('/erasures', { email: 'own@example.net' });
    await server.admin('POST', '/admin/erasures', { body: { email: 'all@example.net' } });
    expect(await us.enrollments(id)).toEqual([]);
    await us.contact('own@example.net');
    await us.contact('all@example.net');
    await us.run();
    await us.advance(MINUTE);
    await us.run();
    expect((await us.enrollments(id)).map(({ status, exit_reason }) => [status, exit_reason])).toEqual([
      ['cancelled', 'suppressed'],
      ['cancelled', 'suppressed'],
    ]);
    expect(await us.messages()).toEqual([]);
  });

  it('ends the run of one who is on the list of the operator', async () => {
    await server.admin('POST', '/admin/suppressions', { body: { email: 'listed@example.net' } });
    const id = await us.active([mail('hi')]);
    await us.contact('listed@example.net');
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'cancelled', exit_reason: 'suppressed' });
  });

  it('bears the sender of the step, of the automation, or the usual one of the domain that is named', async () => {
    const { body: other } = await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, {
      body: { name: `other-${tenant.domain.name}`, verified: true },
    });
    await tenant.call('PATCH', `/v1/domains/${other.id}`, { body: { default_from_local_part: 'news' } });
    const from = `Ada <ada@${tenant.domain.name}>`;
    await us.active([mail('step', { from: `bob@${other.name}` }), mail('automation')], { from, from_domain_id: tenant.domain.id });
    await us.active([mail('domain')], { from_domain_id: other.id });
    await us.contact('a@example.net');
    await us.run();
    const senders = (await us.messages()).map((message) => `${message.subject} ${message.from}`);
    expect(senders.toSorted()).toEqual([
      `Subject automation ${from}`,
      `Subject domain news@${other.name}`,
      `Subject step bob@${other.name}`,
    ]);
  });

  it('fails while the domain that it is sent from is not there', async () => {
    const id = await us.active([mail('hi')], { from_domain_id: tenant.domain.id });
    await tenant.call('DELETE', `/v1/domains/${tenant.domain.id}`);
    await us.contact('a@example.net');
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'active', error: expect.stringContaining('from_domain_not_verified') });
  });

  describe('whose subject comes out empty', () => {
    const BECAUSE = 'empty_subject: The subject is empty, since attributes.first, last are empty or not set.';
    const blank = mail('hi', { subject: '{{ attributes.first }} {{ last }}' });

    it('fails for that contact, without another try, and the run goes on', async () => {
      const id = await us.active([blank, mail('next')]);
      await us.contact('a@example.net', { attributes: { first: '\u200b' } });
      await us.contact('b@example.net', { attributes: { first: 'Ann' } });
      for (let round = 0; round < 3; round += 1) {
        await us.run();
        await us.dispatch();
        await us.advance(HOUR);
      }
      expect((await us.enrollments(id)).map(({ status, error }) => [status, error])).toEqual([
        ['completed', null],
        ['completed', null],
      ]);
      const messages = await us.messages();
      const told = messages.map(({ to, subject, status }) => `${to} ${subject.trim()} ${status}`);
      expect(told.toSorted()).toEqual([
        'a@example.net Subject next sent',
        'a@example.net \u200b failed',
        'b@example.net Ann sent',
        'b@example.net Subject next sent',
      ]);
      const failed = await us.get(`/messages/${messages.find(({ status }) => status === 'failed').id}`);
      expect(failed.recipients).toMatchObject([{ email: 'a@example.net', status: 'failed', detail: BECAUSE }]);
      expect(failed.events).toMatchObject([{ type: 'failed', data: { reason: BECAUSE } }]);
      const { body } = await server.admin('GET', '/admin/captured?limit=100');
      expect(body.data.filter(({ message_id }: { message_id: string }) => message_id === failed.id)).toEqual([]);
      expect((await us.get(`/automations/${id}/stats`)).steps).toMatchObject([
        { step: 'hi', failed: 0, mail: { total: 2, sent: 1, failed: 1 } },
        { step: 'next', failed: 0, mail: { total: 2, sent: 2, failed: 0 } },
      ]);
    });

    it('names the variables of a template, too', async () => {
      await us.post('/templates', { alias: 'named' });
      await us.post('/templates/named/versions', { subject: '{{ first }}', text_body: 'x', activate: true });
      await us.active([{ id: 's', type: 'send_email', template_alias: 'named' }]);
      await us.contact('b@example.net');
      await us.run();
      const [{ id }] = await us.messages();
      const detail = 'empty_subject: The subject is empty, since first is empty or not set.';
      expect((await us.get(`/messages/${id}`)).recipients).toMatchObject([{ status: 'failed', detail }]);
    });

    it('is foretold by a simulation', async () => {
      const steps = [blank, mail('next')];
      const { body } = await us.post('/automations', { name: 'x', trigger_kind: 'contact_created', steps });
      const contact_id = await us.contact('a@example.net');
      const walk = (await us.post(`/automations/${body.id}/simulate`, { contact_id })).body;
      expect(walk).toMatchObject({
        path: [
          { step: 'hi', outcome: 'failed', detail: BECAUSE },
          { step: 'next', outcome: 'sent' },
        ],
        ended: 'completed',
      });
    });

    it('is not activated where nothing is to be seen of it as it is written', async () => {
      const steps = [mail('hi', { subject: '\u200b ' })];
      const { body } = await us.post('/automations', { name: 'x', trigger_kind: 'contact_created', steps });
      const answer = await us.post(`/automations/${body.id}/activate`);
      expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].subject' } });
    });

    it('keeps none from going on after a pause that was active before it was looked at', async () => {
      const id = await us.active([mail('hi', { subject: 'nothing' }), mail('next')]);
      const saved = (status: string) =>
        server.app.db.transact((trx) =>
          trx
            .updateTable('automations')
            .set((eb) => ({ status, steps: eb.fn<string>('replace', ['steps', eb.val('"nothing"'), eb.val('"\u200b"')]) }))
            .where('id', '=', id)
            .execute(),
        );
      await saved('paused');
      const activate = () => us.post(`/automations/${id}/activate`);
      expect(await activate()).toMatchObject({ status: 200, body: { status: 'active' } });
      await us.contact('a@example.net');
      await us.run();
      expect(await us.newest(id)).toMatchObject({ status: 'completed', error: null });
      expect((await us.messages()).map(({ subject, status }) => `${subject} ${status}`)).toEqual(['\u200b failed', 'Subject next queued']);
      await saved('draft');
      expect(await activate()).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].subject' } });
    });
  });

  describe('whose body is empty as it is written', () => {
    const activate = async (step: object) => {
      const steps = [{ id: 's', type: 'send_email', ...step }];
      const fields = { name: 'x', trigger_kind: 'contact_created', steps, from_domain_id: tenant.domain.id };
      const { body } = await us.post('/automations', fields);
      return us.post(`/automations/${body.id}/activate`);
    };
    const refused = { status: 422, body: { error: 'invalid_steps', path: 'steps[0].html_body', detail: expect.stringContaining('empty') } };

    it('is not activated', async () => {
      expect(await activate({ subject: 's', text_body: '' })).toMatchObject(refused);
      expect(await activate({ subject: 's', html_body: ' \n', text_body: '\u200b' })).toMatchObject(refused);
    });

    it('is not activated by a template, where that has none either or the step hides it', async () => {
      await us.post('/templates', { alias: 'blank' });
      await us.post('/templates/blank/versions', { subject: 'T', html_body: ' ', activate: true });
      await us.post('/templates', { alias: 'said' });
      await us.post('/templates/said/versions', { subject: 'T', html_body: 'x', activate: true });
      expect(await activate({ template_alias: 'blank' })).toMatchObject(refused);
      expect(await activate({ template_alias: 'said', html_body: '' })).toMatchObject(refused);
      const taken = [{ template_alias: 'blank', text_body: 'x' }, { template_alias: 'said', text_body: '' }, { template_alias: 'said' }];
      for (const step of taken) expect(await activate(step)).toMatchObject({ status: 200 });
    });
  });

  it('is tried five times', async () => {
    await us.post('/templates', { alias: 'gone' });
    await us.post('/templates/gone/versions', { subject: 'T', text_body: 'x', activate: true });
    const id = await us.active([{ id: 's', type: 'send_email', template_alias: 'gone' }]);
    await tenant.call('DELETE', '/v1/templates/gone');
    await us.contact('a@example.net');
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await us.run();
      expect(await us.newest(id)).toMatchObject({
        status: 'active',
        current_step: 's',
        error: expect.stringContaining('template_not_found'),
      });
      await us.advance(3 * HOUR);
    }
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'failed', exit_reason: null, next_run_at: null });
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
    expect(await us.subjects()).toEqual(['T']);
    expect(await us.newest(id)).toMatchObject({ status: 'completed', error: null });
  });
});
