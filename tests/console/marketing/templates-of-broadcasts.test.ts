import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, lastOf, type Visit, visitConsole, within } from '../support/visit.ts';

const VERSION = {
  subject: 'News for {{ name }}',
  html_body: '<p>Hello {{ name }} of {{ attributes.city }}: {{ order.total }}</p><a href="{{ unsubscribe_url }}">No more</a>',
};

describe.skipIf(browserMissing !== undefined).each(engines)('a broadcast that begins with a template on $name', (engine) => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine);
    await post('/v1/templates', { alias: 'news', name: 'Newsletter' });
    await post('/v1/templates/news/versions', VERSION);
    await post('/v1/templates/news/versions', { subject: 'Not sent yet', text_body: 'x', activate: false });
    await post('/v1/templates', { alias: 'empty' });
  });
  afterAll(() => visit?.end());

  it('has its subject and bodies as they are written, asks before it overwrites, and says what stays empty', async () => {
    const { id } = await post('/v1/broadcasts', { name: 'Begun', subject: 'Mine', body_text: 'Mine too' });
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await page.getByLabel('Preview text').fill('Kept');
    await buttonOf(page, 'Start from a template').click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByLabel('Template', { exact: true });
    await choice.selectOption('empty');
    await dialog.getByText('This template has no version yet.').waitFor();
    expect(await buttonOf(dialog, 'Use template').isDisabled()).toBe(true);
    await choice.selectOption({ label: 'news (Newsletter)' });
    const said = dialog.getByRole('status').filter({ hasText: 'Always empty in a broadcast:' });
    await said.waitFor();
    expect(await said.locator('p').allInnerTexts()).toEqual([
      expect.stringMatching(/in a broadcast:\s+order\.total$/),
      expect.stringMatching(/this name:\s+name\s+city$/),
    ]);
    await dialog.getByText('This replaces the following parts of the draft: Subject, Plain text.').waitFor();
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
    await buttonOf(dialog, 'Cancel').click();
    expect(await page.getByLabel('Subject').inputValue()).toBe('Mine');
    await buttonOf(page, 'Start from a template').click();
    await choice.selectOption('news');
    await buttonOf(dialog, 'Replace').click();
    await page.getByText('Save the draft to review and send it.').waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe(VERSION.subject);
    await buttonOf(page, 'Save draft').click();
    await page.getByText('Missing for the contact shown:').waitFor();
    const written = { subject: VERSION.subject, body_html: VERSION.html_body, body_text: null, preview_text: 'Kept' };
    expect(await get(`/v1/broadcasts/${id}`)).toMatchObject(written);
  });

  it('is written from the page of the template, which Back leads to', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/templates/news`);
    await buttonOf(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Use in a broadcast' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Always empty in a broadcast:').waitFor();
    expect(await dialog.getByLabel('Template', { exact: true }).inputValue()).toBe('news');
    await dialog.getByLabel('Name', { exact: true }).fill('Of the template');
    await buttonOf(dialog, 'Create broadcast').click();
    await page.getByRole('heading', { level: 1, name: 'Of the template' }).waitFor();
    const { subject, body_html } = await get(`/v1/broadcasts/${lastOf(page.url())}`);
    expect({ subject, html_body: body_html }).toEqual(VERSION);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'news' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Of the template' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Broadcasts' }).waitFor();
    expect([new URL(page.url()).search, await dialog.count()]).toEqual(['', 0]);
  });
});
