import { Resend } from 'resend';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const ZERO_WIDTH = '\u200b\u2060';

describe.each(engines)('a subject of which nothing is to be seen on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  const emailTo = (change: object) => ({ from: tenant.from, to: ['a@example.net'], text_body: 'x', ...change });
  const send = (change: object) => tenant.call('POST', '/v1/email', { body: emailTo(change) });
  const count = async () => (await tenant.call('GET', '/v1/messages?limit=100')).body.data.length;
  const refused = (detail: string) => ({ error: 'validation_failed', field: 'subject', detail: `subject: ${detail}` });
  const BARE = refused('The subject is empty.');

  async function version(alias: string, subject: string) {
    await tenant.call('POST', '/v1/templates', { body: { alias } });
    await tenant.call('POST', `/v1/templates/${alias}/versions`, { body: { subject, text_body: 'x' } });
  }

  it.each([' ', '\t\u00a0\u3000', ZERO_WIDTH, '\u3164', '\u00ad \u2800'])('is refused as %j', async (subject) => {
    const before = await count();
    expect(await send({ subject })).toMatchObject({ status: 422, body: BARE });
    expect(await count()).toBe(before);
  });

  it('is refused where the template made it, with the variables that are blank', async () => {
    await version('blank', ' {{ first }}{{ last }}');
    const because = (names: string) => refused(`The subject is empty, since ${names} empty or not set.`);
    for (const template_model of [{}, { first: '', last: null }, { first: ' ', last: ZERO_WIDTH }])
      expect(await send({ template_alias: 'blank', template_model })).toMatchObject({ status: 422, body: because('first, last are') });
    expect((await send({ template_alias: 'blank', template_model: { first: 'A', last: '' } })).status).toBe(202);
    expect(await send({ template_alias: 'blank', subject: ' ' })).toMatchObject({ status: 422, body: BARE });
    expect((await send({ template_alias: 'blank', subject: 'x' })).status).toBe(202);
  });

  it('is refused item by item in a batch', async () => {
    await version('item', '{{ name }}');
    const emails = [
      emailTo({ template_alias: 'item', template_model: { name: ' ' } }),
      emailTo({ template_alias: 'item', template_model: { name: 'A' } }),
      emailTo({ subject: ZERO_WIDTH }),
    ];
    const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails } });
    expect(body.data).toMatchObject([
      { status: 'rejected', ...refused('The subject is empty, since name is empty or not set.') },
      { status: 'queued' },
      { status: 'rejected', ...BARE },
    ]);
    const strict = await tenant.call('POST', '/v1/email/batch', { body: { emails }, headers: { 'X-Batch-Validation': 'strict' } });
    expect(strict).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'emails[0].subject' } });
  });

  it('is refused through /resend', async () => {
    await version('resend', '{{ name }}');
    const resend = new Resend(tenant.key, { baseUrl: `${server.url}/resend` });
    const mail = { from: tenant.from, to: 'a@example.net' };
    const template = { id: 'resend', variables: { name: '' } };
    for (const given of [
      { ...mail, subject: ZERO_WIDTH, text: 'x' },
      { ...mail, template },
    ])
      expect((await resend.emails.send(given)).error).toMatchObject({
        statusCode: 422,
        message: expect.stringContaining('subject is empty'),
      });
  });

  it('is warned of by what renders a template', async () => {
    await version('shown', '{{ name }}\u200b');
    const { body } = await tenant.call('POST', '/v1/templates/shown/render', { body: { template_model: { name: ' ' } } });
    const warnings = [{ code: 'empty_subject', detail: 'The subject is empty, since name is empty or not set.' }];
    expect(body).toMatchObject({ subject: ' \u200b', missing: [], warnings });
    const given = { subject: '{{ name }}', text_body: 'x' };
    expect((await tenant.call('POST', '/v1/templates/preview', { body: given })).body).toMatchObject({ missing: ['name'], warnings });
    const filled = { ...given, template_model: { name: 'A' } };
    expect((await tenant.call('POST', '/v1/templates/preview', { body: filled })).body.warnings).toEqual([]);
  });
});
