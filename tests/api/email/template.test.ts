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

  it('names the variables that left its subject empty', async () => {
    await version('named', { subject: '{{ first }}{% if last %}{{ last }}{% endif %}', text_body: 'x' });
    const told = async (template_model: object) => (await send({ template_alias: 'named', template_model })).body;
    expect(await told({ first: '' })).toMatchObject({
      error: 'validation_failed',
      field: 'subject',
      detail: 'subject: The subject is empty, since first, last are empty or not set.',
    });
    expect(await told({ last: '', first: null })).toMatchObject({ detail: expect.stringContaining('first, last') });
    expect(await told({ first: 'A' })).toMatchObject({ status: 'queued' });
    await version('silent', { subject: '{% if false %}x{% endif %}', text_body: 'x' });
    expect((await send({ template_alias: 'silent' })).body).toMatchObject({ field: 'subject', detail: 'subject: The subject is empty.' });
    expect((await send({ template_alias: 'silent', subject: 'x' })).status).toBe(202);
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

  describe('what the model lacks', () => {
    const lacking = { template_alias: 'order', template_model: { order: {}, name: null } };
    const missing = (...paths: string[]) => paths.map((path) => ({ code: 'missing_variable', path }));
    beforeAll(() =>
      version('order', {
        subject: 'Order {{ order.number }}',
        html_body: "<p>{{ name | default: 'You' }}: {{ order.total }}{% if vip %}!{% endif %} {{ order.number }}</p>",
        text_body: '{{ city }}',
      }),
    );

    it('is warned of, and said nothing of where there is nothing', async () => {
      const { status, body } = await send(lacking);
      expect({ status, warnings: body.warnings }).toEqual({ status: 202, warnings: missing('order.number', 'order.total', 'city') });
      expect((await send()).body).not.toHaveProperty('warnings');
    });

    it('counts only where it goes out', async () => {
      expect((await send({ ...lacking, subject: 'x' })).body.warnings).toEqual(missing('order.total', 'order.number', 'city'));
      expect((await send({ ...lacking, html_body: 'x', subject: 'x' })).body.warnings).toEqual(missing('city'));
      expect((await send({ ...lacking, html_body: 'x', subject: 'x', text_body: 'x', strict: true })).status).toBe(202);
    });

    it('is refused with strict, and nothing is sent', async () => {
      const count = async () => (await tenant.call('GET', '/v1/messages?limit=100')).body.data.length;
      const before = await count();
      expect(await send({ ...lacking, strict: true })).toEqual({
        status: 422,
        headers: expect.anything(),
        body: {
          error: 'template_render_failed',
          detail: 'The model lacks order.number, order.total, city.',
          alias: 'order',
          missing: ['order.number', 'order.total', 'city'],
        },
      });
      expect(await count()).toBe(before);
      expect((await send({ strict: true })).status).toBe(202);
      expect(await send({ strict: 'yes' })).toMatchObject({ status: 422, body: { field: 'strict' } });
    });

    it('is told the same when the answer is repeated', async () => {
      const again = () =>
        tenant.call('POST', '/v1/email', {
          body: { from: tenant.from, to: ['a@example.net'], ...lacking },
          headers: { 'Idempotency-Key': 'lacking' },
        });
      const first = await again();
      const second = await again();
      expect(first.body.warnings).toEqual(missing('order.number', 'order.total', 'city'));
      expect(second.body).toEqual({ ...first.body, idempotent_replay: true });
    });

    it('is told and refused item by item in a batch', async () => {
      const mail = { from: tenant.from, to: ['a@example.net'], ...lacking };
      const emails = [mail, { ...mail, strict: true }, { ...mail, template_alias: 'welcome', template_model: { name: 'A' } }];
      const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails } });
      expect(body.data).toMatchObject([
        { status: 'queued', warnings: missing('order.number', 'order.total', 'city') },
        { status: 'rejected', error: 'template_render_failed', missing: ['order.number', 'order.total', 'city'] },
        { status: 'queued' },
      ]);
      expect(body.data[2]).not.toHaveProperty('warnings');
      const strict = await tenant.call('POST', '/v1/email/batch', { body: { emails }, headers: { 'X-Batch-Validation': 'strict' } });
      expect(strict).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'emails[1]' } });
    });

    it('is named at most 20 times, however much it is', async () => {
      await version('long', { subject: 'x', text_body: Array.from({ length: 300 }, (_, n) => `{{ v${n} }}`).join('-') });
      expect((await send({ template_alias: 'long' })).body.warnings).toHaveLength(20);
    });
  });

  it('refuses a template that takes too long, and goes on', async () => {
    await version('slow', {
      subject: 'x',
      text_body: '{% for a in (1..100000000) %}{% for b in (1..100000000) %}{{ b }}{% endfor %}{% endfor %}',
    });
    expect(await send({ template_alias: 'slow' })).toMatchObject({ status: 422, body: { error: 'template_render_failed', alias: 'slow' } });
    expect((await send()).status).toBe(202);
    const mail = { from: tenant.from, to: ['a@example.net'], template_alias: 'welcome', template_model: { name: 'A' } };
    const emails = [mail, { ...mail, template_alias: 'slow' }, mail];
    const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails } });
    expect(body.data).toMatchObject([
      { status: 'queued' },
      { status: 'rejected', error: 'template_render_failed', alias: 'slow' },
      { status: 'queued' },
    ]);
    const strict = await tenant.call('POST', '/v1/email/batch', { body: { emails }, headers: { 'X-Batch-Validation': 'strict' } });
    expect(strict).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'emails[1]' } });
  });
});
