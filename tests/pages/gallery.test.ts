import { spawnSync } from 'node:child_process';
import type { GalleryTemplate } from '@posthorn/contract';
import axe, { type AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, openPage } from '../support/processes/browser.ts';
import { type MailboxVisit, openMail, visitMailbox } from './mailbox-visit.ts';

const NAMES = ['welcome', 'confirmation', 'reset', 'invitation', 'receipt', 'digest', 'announcement', 'win-back'];
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän';

const spamAssassin = spawnSync('spamassassin', ['--version']).status === 0;
if (!spamAssassin) console.warn('the templates of the gallery are not rated: there is no spamassassin');

describe.skipIf(browserMissing !== undefined)('the templates of the gallery', () => {
  let visit: MailboxVisit;
  const rendered = new Map<string, { readonly subject: string; readonly html_body: string }>();
  const gallery = new Map<string, GalleryTemplate>();
  const call = async (method: string, path: string, body?: object) => (await visit.tenant.call(method, path, { body })).body;

  beforeAll(async () => {
    visit = await visitMailbox();
    for (const name of NAMES) {
      const { sample_model, ...template } = await call('GET', `/v1/template-gallery/${name}`);
      gallery.set(name, { ...template, sample_model });
      const { subject, html_body, text_body } = template;
      const model = { ...sample_model, unsubscribe_url: 'https://example.com/out', name: LONG };
      rendered.set(name, await call('POST', '/v1/templates/preview', { subject, html_body, text_body, template_model: model }));
    }
  });
  afterAll(() => visit?.end());

  it.each(NAMES)('are without barriers, in light and dark, and fit on 320 pixels, names however long: %s', async (name) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 640]) {
        const { page, foreign } = await openPage(visit.browser, visit.server.url, { colorScheme, viewport: { width, height: 600 } });
        await page.setContent(rendered.get(name)?.html_body ?? '');
        await page.evaluate(axe.source);
        const { violations, passes } = await page.evaluate<AxeResults>(
          `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
        );
        expect([colorScheme, width, violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)]).toEqual([colorScheme, width, []]);
        expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'html-has-lang', 'document-title']));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(foreign).toEqual([]);
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        expect(ground).toBe(colorScheme === 'light' ? 'rgb(246, 244, 241)' : 'rgb(20, 19, 18)');
        await page.context().close();
      }
  });

  it.each(NAMES)('read in their order without their tables, and say what images show: %s', async (name) => {
    const { html_body } = gallery.get(name) as GalleryTemplate;
    for (const [table = ''] of html_body.matchAll(/<table[^>]*>/g))
      expect([table, table.includes('role="presentation"') || name === 'receipt']).toEqual([table, true]);
    for (const [image = ''] of html_body.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ alt="\{\{ [\w.]+ \}\}"/);
    expect(html_body.match(/<h1/g)).toHaveLength(1);
    expect(html_body).not.toMatch(/https?:\/\//);
  });

  it.each(NAMES)('arrive, and are seen in the mailbox: %s', async (name) => {
    const { subject, html_body, text_body, sample_model } = gallery.get(name) as GalleryTemplate;
    await call('POST', '/v1/templates', { alias: name });
    await call('POST', `/v1/templates/${name}/versions`, { subject, html_body, text_body });
    await visit.send({ template_alias: name, template_model: sample_model, text_body: undefined, strict: true });
    const page = await visit.openMailbox({ viewport: { width: 390, height: 800 } });
    const { data } = (await visit.server.admin('GET', '/admin/captured')).body;
    await openMail(page, data[0].subject);
    await page.frameLocator('iframe').getByText('Larkspur, 12 Harbour Lane, Bristol').waitFor();
    const heading = /<h1[^>]*>([^<]+)<\/h1>/.exec(rendered.get(name)?.html_body ?? '')?.[1]?.replace(LONG, 'Ada') ?? '';
    await page.frameLocator('iframe').getByRole('heading', { name: heading }).first().waitFor();
    await page.context().close();
  });

  it.runIf(spamAssassin).each(NAMES)('are no spam to SpamAssassin: %s', async (name) => {
    const { subject, html_body, text_body, sample_model } = gallery.get(name) as GalleryTemplate;
    const alias = `rated-${name}`;
    await call('POST', '/v1/templates', { alias });
    await call('POST', `/v1/templates/${alias}/versions`, { subject, html_body, text_body });
    await visit.send({ template_alias: alias, template_model: sample_model, text_body: undefined });
    const { data } = (await visit.server.admin('GET', '/admin/captured')).body;
    const { raw } = (await visit.server.admin('GET', `/admin/captured/${data[0].id}`)).body;
    const { stdout } = spawnSync('spamassassin', ['--local'], { input: raw, encoding: 'utf8' });
    const [, score = 'none'] = /^X-Spam-Status: \w+, score=(-?[\d.]+)/m.exec(stdout) ?? [];
    const [, tests = ''] = /tests=([\s\S]*?)\s(?:autolearn|version)=/.exec(stdout) ?? [];
    console.log(`${name}: ${score} (${tests.replaceAll(/\s+/g, '')})`);
    expect(Number(score)).toBeLessThan(2);
  });
});
