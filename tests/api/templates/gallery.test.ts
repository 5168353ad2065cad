import type { GalleryTemplate } from '@posthorn/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';

const NAMES = ['welcome', 'confirmation', 'reset', 'invitation', 'receipt', 'digest', 'announcement', 'win-back'];

describe.each(engines)('the gallery of templates on $name', (engine) => {
  const server = useServer(engine);
  const tenant = useTenant(server);
  let all: readonly GalleryTemplate[];
  beforeAll(async () => {
    all = await Promise.all(NAMES.map(async (name) => (await tenant.call('GET', `/v1/template-gallery/${name}`)).body));
  });

  it('lists eight without their bodies', async () => {
    const { status, body } = await tenant.call('GET', '/v1/template-gallery');
    expect([status, body.next_cursor]).toEqual([200, null]);
    expect(body.data.map(({ name }: GalleryTemplate) => name)).toEqual(NAMES);
    for (const [place, { html_body: _, text_body: __, ...summary }] of all.entries()) expect(body.data[place]).toEqual(summary);
  });

  it('says of an unknown one that there is none', async () => {
    expect(await tenant.call('GET', '/v1/template-gallery/layout.html')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await tenant.call('GET', '/v1/template-gallery/..%2Freset')).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it.each(NAMES)('has %s, which lacks nothing with its sample model, and survives without one', async (name) => {
    const found = all.find((template) => template.name === name);
    const { subject, html_body, text_body, sample_model } = found as GalleryTemplate;
    const parts = { subject, html_body, text_body };
    const { status, body } = await tenant.call('POST', '/v1/templates/preview', { body: { ...parts, template_model: sample_model } });
    expect([status, body.missing]).toEqual([200, []]);
    for (const part of [body.subject, body.html_body, body.text_body]) expect(part).not.toMatch(/\{\{|\{%|\[\[|undefined|\[object/);
    expect(body.subject.trim()).toBe(body.subject);
    expect(body.subject.length).toBeGreaterThan(10);
    expect(body.html_body).toContain('Larkspur, 12 Harbour Lane, Bristol');
    expect(body.text_body).toContain('Larkspur, 12 Harbour Lane, Bristol');
    expect(body.text_body).not.toMatch(/\n{4}|<\w/);
    const empty = await tenant.call('POST', '/v1/templates/preview', { body: parts });
    expect([empty.status, empty.body.missing.includes('product.name')]).toEqual([200, true]);
  });

  it('shows the way out to whoever gets one as marketing, and to nobody else', async () => {
    const { html_body, text_body, sample_model } = all.at(-1) as GalleryTemplate;
    const url = 'https://example.com/out';
    const rendered = async (model: object) =>
      (await tenant.call('POST', '/v1/templates/preview', { body: { html_body, text_body, template_model: model } })).body;
    const out = await rendered({ ...sample_model, unsubscribe_url: url });
    expect([out.html_body.includes(`href="${url}"`), out.text_body.includes(`Unsubscribe: ${url}`)]).toEqual([true, true]);
    expect((await rendered(sample_model)).html_body).not.toContain('Unsubscribe');
  });

  it('leaves every alias to the tenant, and a template made of it is sent', async () => {
    const { subject, html_body, text_body, sample_model } = all[2] as GalleryTemplate;
    expect((await tenant.call('POST', '/v1/templates', { body: { alias: 'gallery' } })).status).toBe(201);
    const version = await tenant.call('POST', '/v1/templates/gallery/versions', { body: { subject, html_body, text_body } });
    expect(version.status).toBe(201);
    expect((await tenant.call('GET', '/v1/templates/gallery')).body.active_version).toBe(1);
    const mail = { from: tenant.from, to: ['ada@example.net'], template_alias: 'gallery', template_model: sample_model };
    expect((await tenant.call('POST', '/v1/email', { body: { ...mail, strict: true } })).status).toBe(202);
  });
});
