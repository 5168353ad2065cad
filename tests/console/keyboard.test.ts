import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { pressKeys } from './support/press-keys.ts';
import { type Visit, visitConsole, within } from './support/visit.ts';

describe.skipIf(browserMissing !== undefined)('the console by keyboard', () => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    for (const subject of ['First', 'Second', 'Third'])
      await visit.tenant.call('POST', '/v1/email', { body: { from: visit.tenant.from, to: ['ada@example.org'], subject, text_body: 'x' } });
  });
  afterAll(() => visit?.end());

  it('goes to screens by g and a letter, through rows by j and k, into one by Enter, and back by Escape', async () => {
    const { page, open } = await visit.openConsole();
    await open(home());
    await pressKeys(page, ['g', 'e']);
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    await page.getByRole('cell', { name: 'Second', exact: true }).waitFor();
    for (const key of ['j', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('order:1?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('order:1?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('finds everything by Ctrl+K, and creates by n', async () => {
    const { page, open } = await visit.openConsole();
    await open(home());
    await page.keyboard.press('Control+k');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('key');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.keyboard.press('n');
    // It has the focus a moment after it is there.
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Key', exact: true }).waitFor();
    expect((await visit.tenant.call('GET', '/v1/api-keys')).body.data[0].name).toBe('by keyboard');
  });

  it('leads from an address in Ctrl+K to its emails, its contact and its suppression', async () => {
    const email = 'grace@example.org';
    await visit.tenant.call('POST', '/v1/email', { body: { from: visit.tenant.from, to: [email], subject: 'x', text_body: 'x' } });
    await visit.tenant.call('POST', '/v1/contacts', { body: { email } });
    await visit.tenant.call('POST', '/v1/suppressions', { body: { email } });
    const { page, open } = await visit.openConsole();
    await open(home());
    for (const screen of ['Emails', 'Contacts', 'Suppressions']) {
      await page.keyboard.press('Control+k');
      await page.locator('[role="combobox"]:focus').waitFor();
      await page.keyboard.type(email);
      await page.getByRole('option', { name: `${email} ${screen}` }).click();
      await page.getByRole('heading', { level: 1, name: screen }).waitFor();
      await page.getByRole('row', { name: email }).waitFor();
      expect([...new URL(page.url()).searchParams.values()]).toEqual([email]);
    }
  });

  it.each([
    ['MacIntel', '⌘K'],
    ['Win32', 'Ctrl K'],
  ])('says on %s that %s does so', async (platform, keys) => {
    const { page, open } = await visit.openConsole();
    await page.addInitScript(`Object.defineProperty(navigator, 'platform', { value: '${platform}' })`);
    await open(home());
    await page.getByRole('button', { name: `Search ${keys}`, exact: true }).waitFor();
  });

  it('has no single keys for whoever turns them off', async () => {
    const { page, open } = await visit.openConsole();
    await open(home());
    await page.keyboard.press('?');
    await page.getByLabel('Single-key shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await pressKeys(page, ['g', 'd']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to…' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0);
  });
});
