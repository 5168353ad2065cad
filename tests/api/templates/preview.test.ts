import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('POST /v1/templates/preview on $name', (engine) => {
  const server = useServer(engine);
  const tenant = useTenant(server);
  const preview = (body: object) => tenant.call('POST', '/v1/templates/preview', { body });

  it('renders what is not saved, and says what the model lacks', async () => {
    const given = {
      subject: 'Hi {{ name }}',
      html_body: '<p>{{ name }} {{ city }}</p>',
      text_body: '{{ name }}',
      template_model: { name: '<Ada>' },
    };
    expect(await preview(given)).toMatchObject({
      status: 200,
      body: { subject: 'Hi <Ada>', html_body: '<p>&lt;Ada&gt; </p>', text_body: '<Ada>', missing: ['city'], warnings: [] },
    });
    expect((await preview({ text_body: 'Hi' })).body).toEqual({
      subject: null,
      html_body: null,
      text_body: 'Hi',
      missing: [],
      warnings: [],
    });
    expect((await tenant.call('GET', '/v1/templates')).body.data).toEqual([]);
  });

  it('refuses what cannot be saved either, with its place', async () => {
    expect(await preview({ html_body: 'a\n{% if %}' })).toMatchObject({
      status: 422,
      body: { error: 'invalid_template', field: 'html_body', line: 2 },
    });
    expect(await preview({ subject: 'x' })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'html_body' } });
  });

  it('refuses what takes too long or too much', async () => {
    const text_body = '{% for i in (1..100000000) %}{{ i }}{% endfor %}';
    expect(await preview({ text_body })).toMatchObject({ status: 422, body: { error: 'template_render_failed' } });
  });
});
