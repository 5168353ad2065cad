import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { HOUR, MINUTE, mail, useAutomations, wait } from '../../support/fixtures/automations.ts';
import { capturedMail } from '../../support/mail/captured.ts';

describe.each(engines)('the step send_email on $name', (engine) => {
  const { server, tenant, us } = useAutomations(engine);

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
    await us.contact('a@example.net', { attributes: { title: `${'x'.repeat(997)}😀y` } });
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'completed', error: null });
    expect(await us.subjects()).toEqual([`${'x'.repeat(997)}😀`]);
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
