import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('the way back', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    // Without a worker, mail stays queued for as long as somebody looks for it.
    visit = await visitConsole(sqlite, { ROLE: 'api' });
  });
  afterAll(() => visit?.end());

  it('leads through the filters of a list, and from what was opened to the list as it was', async () => {
    await post('/v1/email', { from: visit.tenant.from, to: ['ada@example.org'], subject: 'Found', text_body: 'x' });
    await post('/v1/email', { from: visit.tenant.from, to: ['bob@example.org'], subject: 'Other', text_body: 'x' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/domains`);
    await open(`${home()}/emails`);
    const search = page.getByRole('searchbox');
    const isAsked = (query: string) => page.waitForURL((url) => url.pathname.endsWith('/emails') && url.search === query);
    await page.getByLabel('Status').selectOption('queued');
    await isAsked('?status=queued');
    await search.fill('found');
    await page.keyboard.press('Enter');
    await isAsked('?status=queued&subject=found');
    // Asked for once more, which is no step.
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'ada@example.org' }).click();
    await page.getByRole('heading', { level: 1, name: 'Found' }).waitFor();
    await page.keyboard.press('Escape');
    await isAsked('?status=queued&subject=found');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Found' }).waitFor();
    await page.goBack();
    await isAsked('?status=queued&subject=found');
    await page.goBack();
    await isAsked('?status=queued');
    expect(await search.inputValue()).toBe('');
    await page.goBack();
    await isAsked('');
    expect(await page.getByLabel('Status').inputValue()).toBe('');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  });

  it('leads from a new template to where somebody came from, whatever was looked at in the gallery', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/templates`);
    await page.getByRole('link', { name: 'Create template' }).first().click();
    await page.getByLabel('Receipt').click();
    await page.waitForURL('**/new-template?from=receipt');
    await page.getByLabel('Password reset').click();
    await page.waitForURL('**/new-template?from=reset');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  });
});
