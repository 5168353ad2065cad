import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

describe.each(engines)('POST /v1/templates/{alias}/render on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);
  const stranger = useTenant(server);
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const render = (body: unknown, alias = 'welcome', as = tenant) => as.call('POST', `/v1/templates/${alias}/render`, { body });

  /** A template with a version for each of the given. */
  async function write(...versions: object[]): Promise<void> {
    await tenant.call('POST', '/v1/templates', { body: { alias: 'welcome' } });
    for (const body of versions) {
      const { status } = await tenant.call('POST', '/v1/templates/welcome/versions', { body });
      if (status !== 201) throw new Error(`not created: ${status}`);
    }
  }

  describe('200', () => {
    it('answers the parts of the active version', async () => {
      await write(
        { text_body: 'old' },
        {
          subject: 'Hi\n{{ user.name }}',
          html_body: '<p>{{ user.name }} {{ user.name | raw }}</p>',
          text_body: '{{ user.name }}{{ who }}',
        },
      );
      const { status, body } = await render({ template_model: { user: { name: '<Ann>' }, who: null } });
      expect(status).toBe(200);
      expect(body).toEqual({
        version: 2,
        subject: 'Hi <Ann>',
        html_body: '<p>&lt;Ann&gt; <Ann></p>',
        text_body: '<Ann>',
        missing: ['who'],
        warnings: [],
      });
    });

    it('renders a version that is named, active or not, and without a model', async () => {
      await write({ text_body: 'one {{ user.name }}' }, { html_body: 'two' }, { text_body: 'three', activate: false });
      const part = (text: string) => ({ subject: null, html_body: null, text_body: text });
      expect((await render({ version: 1 })).body).toEqual({ version: 1, ...part('one '), missing: ['user.name'], warnings: [] });
      expect((await render({ version: 3 })).body).toEqual({ version: 3, ...part('three'), missing: [], warnings: [] });
      expect((await render(undefined)).body).toEqual({
        version: 2,
        subject: null,
        html_body: 'two',
        text_body: null,
        missing: [],
        warnings: [],
      });
    });

    it('shows a version as soon as it is activated', async () => {
      await write({ text_body: 'one' }, { text_body: 'two' });
      expect((await render({})).body.text_body).toBe('two');
      await tenant.call('POST', '/v1/templates/welcome/versions/1/activate');
      expect((await render({})).body.text_body).toBe('one');
    });

    it('takes an output of 1 MiB a part', async () => {
      await write({ html_body: '{% for i in (1..1024) %}{{ x }}{% endfor %}', text_body: '{% for i in (1..1024) %}{{ x }}{% endfor %}' });
      const { status, body } = await render({ template_model: { x: 'x'.repeat(1024) } });
      expect([status, body.html_body.length, body.text_body.length]).toEqual([200, 1024 * 1024, 1024 * 1024]);
    });
  });

  describe('404', () => {
    it('is for a missing and a foreign template, whatever the body', async () => {
      await write({ text_body: 'a' });
      expect(await render({ template_model: 7 }, 'none')).toMatchObject(NOT_FOUND);
      expect(await render({ template_model: 7 }, 'welcome', stranger)).toMatchObject(NOT_FOUND);
    });

    it('is for an unknown version', async () => {
      await write({ text_body: 'a' });
      for (const version of [2, 3_000_000_000]) expect(await render({ version })).toMatchObject(NOT_FOUND);
    });
  });

  describe('422', () => {
    it('says that no version is active', async () => {
      await write({ text_body: 'a', activate: false });
      const { status, body } = await render({});
      expect(status).toBe(422);
      expect(body).toEqual({ error: 'template_not_found', detail: expect.any(String), alias: 'welcome' });
      expect((await render({ version: 1 })).status).toBe(200);
    });

    it.each([
      ['a model that is no object', { template_model: [1] }, 'template_model'],
      ['a model over 256 KiB', { template_model: { a: 'x'.repeat(256 * 1024) } }, 'template_model'],
      ['a version that is no number', { version: '1' }, 'version'],
      ['version 0', { version: 0 }, 'version'],
    ])('refuses %s', async (_case, body, field) => {
      await write({ text_body: 'a' });
      expect(await render(body)).toMatchObject({ status: 422, body: { error: 'validation_failed', field } });
    });

    it('names the limit of the model', async () => {
      await write({ text_body: '{{ a | size }}' });
      const room = 256 * 1024 - '{"a":""}'.length;
      expect((await render({ template_model: { a: 'x'.repeat(room) } })).body.text_body).toBe(String(room));
      expect((await render({ template_model: { a: 'x'.repeat(room + 1) } })).body.max_bytes).toBe(256 * 1024);
    });

    it.each([
      ['does not end', '{% for i in a %}{% for j in a %}{% for k in a %}{% endfor %}{% endfor %}{% endfor %}'],
      ['does not end within a filter', '{{ a | find_exp: "b", f }}'],
      ['writes more than 1 MiB', '{% for i in a %}{{ wide }}{% endfor %}'],
      ['would fill the memory', '{% for i in (1..1000000000) %}{% endfor %}'],
      ['doubles a text', `{% assign t = wide %}${'{% assign t = t | append: t %}'.repeat(40)}`],
      ['fails in a filter', '{{ wide | base64_decode }}'],
    ])('refuses a template that %s', async (_case, source) => {
      const model = {
        a: Array.from({ length: 3000 }, (_, n) => n),
        f: "a | find_exp: 'c', g",
        g: "a | find_exp: 'd', h",
        h: 'd > 3000',
        wide: '%'.repeat(1000),
      };
      await write({ text_body: source });
      const { status, body } = await render({ template_model: model });
      expect(status).toBe(422);
      expect(body).toEqual({ error: 'template_render_failed', detail: expect.any(String), alias: 'welcome' });
    });
  });

  it('answers others while a hostile template runs', async () => {
    const { call } = stranger;
    await call('POST', '/v1/templates', { body: { alias: 'fine' } });
    await call('POST', '/v1/templates/fine/versions', { body: { text_body: 'fine' } });
    await write({ text_body: '{{ a | find_exp: "b", f }}' });
    const a = Array.from({ length: 3000 }, (_, n) => n);
    const model = { a, f: "a | find_exp: 'c', g", g: "a | find_exp: 'd', h", h: 'd > 3000' };
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    // They run one after the other, so that the last one ends long after the others could be answered.
    const hostile = Array.from({ length: 6 }, () => render({ template_model: model }).then(note('hostile')));
    const others = [
      call('GET', '/v1/templates').then(note('other request')),
      call('POST', '/v1/templates/fine/render').then(note('other template')),
    ];
    await Promise.all([...hostile, ...others]);
    expect(order).toHaveLength(8);
    expect(order.indexOf('other request')).toBeLessThan(order.lastIndexOf('hostile'));
    expect(order.indexOf('other template')).toBeLessThan(order.lastIndexOf('hostile'));
  });
});
