import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { HOSTILE } from '../support/fill.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('templates in the console on $name', (engine) => {
  let visit: Visit;
  const { home, get } = within(() => visit);
  const post = (path: string, body: object) => visit.tenant.call('POST', path, { body });

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('finds them by a part of their alias or name, which the address keeps', async () => {
    for (const template of [{ alias: 'found-by-alias' }, { alias: 'other', name: 'Found by its name' }, { alias: 'unlike' }])
      await post('/v1/templates', template);
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/templates`);
    await page.getByRole('link', { name: 'unlike' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('FOUND');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'unlike' }).waitFor({ state: 'detached' });
    expect(await page.locator('a[data-row]').allInnerTexts()).toEqual(['other', 'found-by-alias']);
    expect(new URL(page.url()).search).toBe('?q=FOUND');
    await page.getByRole('searchbox').fill('none such');
    await page.keyboard.press('Enter');
    await page.getByText('No template has this text in its alias or name.').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('makes one of the gallery, which is seen before it is made, with its model beside it', async () => {
    const { page, open, violations, refused, foreign, faults } = await visit.openConsole();
    await open(`${home()}/templates`);
    await page.keyboard.press('n');
    await page.getByRole('radio', { name: 'Blank' }).focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Receipt' }).isChecked()).toBe(true);
    await page.frameLocator('iframe').getByText('View the invoice').waitFor();
    await page.getByText('Your receipt from Larkspur: €40.00', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?from=receipt');
    expect(await violations()).toEqual([]);
    await page.getByLabel('Alias').fill('bill');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { name: 'bill' }).waitFor();
    await page.frameLocator('iframe').getByText('Studio plan, May').waitFor();
    expect(await page.getByText('Missing from the model:').count()).toBe(0);
    const { name, active_version } = await get('/v1/templates/bill');
    const { html_body } = await get('/v1/template-gallery/receipt');
    expect({ name, active_version, html: (await get('/v1/templates/bill/versions/1')).html_body }).toEqual({
      name: 'Receipt',
      active_version: 1,
      html: html_body,
    });
    expect({ refused: await refused(), foreign, faults }).toEqual({ refused: [], foreign: [], faults: [] });
  });

  it('makes one of nothing where the address names none of the gallery', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/new-template?from=unknown`);
    expect(await page.getByRole('radio', { name: 'Blank' }).isChecked()).toBe(true);
    await page.getByLabel('Alias').fill('of-nothing');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { level: 1, name: 'of-nothing' }).waitFor();
    expect((await get('/v1/templates/of-nothing')).versions).toEqual([]);
  });

  it('marks what the model lacks in the code, fills it in, and keeps the model', async () => {
    await post('/v1/templates', { alias: 'gaps' });
    const text_body = 'Dear {{ user.name }}, {% for item in items %}{{ item.title }}{% endfor %}: {{ code }}';
    await post('/v1/templates/gaps/versions', { subject: 'Gaps', text_body });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/templates/gaps`);
    await page.getByRole('tab', { name: 'Text' }).first().click();
    await page.locator('.cm-lintRange-warning').first().waitFor();
    expect(await page.locator('.cm-lintRange-warning').allTextContents()).toEqual(['user.name', 'items', 'code']);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Add to model' }).click();
    await page.getByText('Dear name, : code').waitFor();
    await expect.poll(() => page.locator('.cm-lintRange-warning').allTextContents()).toEqual(['item.title']);
    await page.getByRole('button', { name: 'Add to model' }).click();
    await page.getByText('Dear name, title: code').waitFor();
    await expect.poll(() => page.locator('.cm-lintRange-warning').count()).toBe(0);
    await page.getByRole('tab', { name: 'Model' }).click();
    const model = page.getByRole('textbox', { name: 'Model' });
    expect(JSON.parse((await model.textContent()) ?? '')).toEqual({ user: { name: 'name' }, items: [{ title: 'title' }], code: 'code' });
    await model.fill('{"user": {"name": "Ada"}, "items": [], "code": 7}');
    await page.getByText('Dear Ada, : 7').waitFor();
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.getByText('Version 2 saved').first().waitFor();
    expect(await page.getByLabel('Version', { exact: true }).locator('option').allInnerTexts()).toEqual([
      'Version 2 (active)',
      'Version 1',
    ]);
    await page.getByLabel('Version', { exact: true }).selectOption('1');
    await page.getByText('Dear Ada, : 7').waitFor();
  });

  it('compares versions by their lines, whatever is in them', async () => {
    await post('/v1/templates', { alias: 'compared' });
    const lines = Array.from({ length: 30 }, (_, place) => `<p>${place}</p>`);
    await post('/v1/templates/compared/versions', { subject: 'One', html_body: lines.join('\n') });
    await post('/v1/templates/compared/versions', { subject: 'One', html_body: lines.with(20, HOSTILE).join('\n') });
    await post('/v1/templates/compared/versions', { subject: HOSTILE, html_body: lines.join('\n') });
    const { page, open, violations, faults } = await visit.openConsole({ viewport: { width: 320, height: 700 } });
    await open(`${home()}/templates/compared`);
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changes' });
    await dialog.locator('del').first().waitFor();
    const texts = (kind: string) => dialog.locator(kind).allInnerTexts();
    const seen = HOSTILE.replace('\u202e', '\ufffd');
    expect(await texts('del')).toEqual([expect.stringContaining('One'), expect.stringContaining(seen)]);
    expect(await texts('ins')).toEqual([expect.stringContaining(seen), expect.stringContaining('<p>20</p>')]);
    await dialog.getByText('17 more lines').waitFor();
    expect([await violations(), await page.evaluate('document.documentElement.scrollWidth')]).toEqual([[], 320]);
    await dialog.getByLabel('From').selectOption('1');
    await dialog.getByText('One', { exact: true }).waitFor();
    expect(await dialog.locator('del').count()).toBe(1);
    await dialog.getByLabel('To').selectOption('1');
    await dialog.getByText('The two versions are identical.').waitFor();
    expect(faults).toEqual([]);
  });

  it('sends a test of what is on the screen, saved or not', async () => {
    await post('/v1/templates', { alias: 'tried' });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/templates/tried`);
    await page.getByLabel('Subject').fill('Never saved, {{ name }}');
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog');
    expect(await violations()).toEqual([]);
    expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe(visit.owner.email);
    await dialog.getByLabel('To', { exact: true }).fill('me@example.org');
    await dialog.getByLabel('From', { exact: true }).fill(visit.tenant.from);
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('A test is on its way to me@example.org.').first().waitFor();
    await visit.server.run('dispatch');
    const { body } = await visit.server.admin('GET', '/admin/captured');
    expect(body.data[0]).toMatchObject({ subject: '[test] Never saved, Ada', rcpt_to: ['me@example.org'] });
    expect((await get('/v1/templates/tried')).versions).toEqual([]);
  });
});
