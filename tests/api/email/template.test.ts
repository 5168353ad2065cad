import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('sending by template on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    await version('welcome', { subject: 'Hi {{ name }}', html_body: '<p>Hello {{ name }}</p>', text_body: 'Hello {{ name }}' });
  });

  const version = async (alias: string, body: object) => {
    await tenant.call('POST', '/v1/templates', { body: { alias } });
    expect((await tenant.call('POST', `/v1/templates/${alias}/versions`, { body })).status).toBe(201);
  };
  const send = (change: object = {}) =>
    tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: ['a@example.net'], template_alias: 'welcome', template_model: { name: 'A & B' }, ...change },
    });
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;

  it('renders the active version, escaped in HTML and raw in subject and text', async () => {
    const { status, body } = await send();
    expect(status).toBe(202);
    expect(await get(body.message_id)).toMatchObject({
      subject: 'Hi A & B',
      html_body: '<p>Hello A &amp; B</p>',
      text_body: 'Hello A & B',
      template_alias: 'welcome',
      template_version: 1,
    });
  });

  it('lets a subject or body beside the alias win', async () => {
    const { body } = await send({ subject: 'Mine', text_body: 'My text' });
    expect(await get(body.message_id)).toMatchObject({ subject: 'Mine', text_body: 'My text', html_body: '<p>Hello A &amp; B</p>' });
  });

  it('needs a subject where the template has none', async () => {
    await version('bare', { html_body: '<p>x</p>' });
    expect(await send({ template_alias: 'bare' })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'subject' } });
    expect((await send({ template_alias: 'bare', subject: 'x' })).status).toBe(202);
  });

  it('refuses what its template left empty', async () => {
    await version('blank', { subject: 'x', html_body: '{% if shown %}<p>Hi</p>{% endif %}\n' });
    expect(await send({ template_alias: 'blank' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', field: 'html_body' },
    });
    expect((await send({ template_alias: 'blank', template_model: { shown: true } })).status).toBe(202);
  });

  it('says that a template is unknown before it says that a recipient is missing', async () => {
    expect(await send({ template_alias: 'nothing', to: [] })).toMatchObject({
      status: 422,
      body: { error: 'template_not_found', alias: 'nothing' },
    });
    const { body } = await tenant.call('POST', '/v1/email/batch', {
      body: { emails: [{ template_alias: 'nothing' }, { from: tenant.from, to: ['a@example.net'], template_alias: 'welcome' }] },
    });
    expect(body.data).toMatchObject([{ status: 'rejected', error: 'template_not_found', alias: 'nothing' }, { status: 'queued' }]);
  });

  it('knows no template by an alias that cannot be stored', async () => {
    for (const alias of ['a\u0000', '\ud800'])
      expect(await send({ template_alias: alias })).toMatchObject({ status: 422, body: { error: 'template_not_found' } });
  });

  it('refuses an alias or a model of another type', async () => {
    expect(await send({ template_alias: 1 })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'template_alias' } });
    expect(await send({ template_model: 'x' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', field: 'template_model' },
    });
  });

  it('renders a scheduled message when it is accepted', async () => {
    const { body: clock } = await server.admin('GET', '/admin/clock');
    const { body } = await send({ scheduled_at: clock.now + 1000 });
    await version('welcome', { subject: 'New', text_body: 'New' });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
    await server.run('dispatch');
    expect(await get(body.message_id)).toMatchObject({ status: 'sent', subject: 'Hi A & B', template_version: 1 });
    expect((await get((await send()).body.message_id)).subject).toBe('New');
  });

  it('refuses a template that takes too long, and goes on', async () => {
    await version('slow', {
      subject: 'x',
      text_body: '{% for a in (1..100000000) %}{% for b in (1..100000000) %}{{ b }}{% endfor %}{% endfor %}',
    });
    expect(await send({ template_alias: 'slow' })).toMatchObject({ status: 422, body: { error: 'template_render_failed', alias: 'slow' } });
    expect((await send()).status).toBe(202);
  });
});
