import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

/** Takes files of the console away whose names begin so, as an upgrade does; returns what brings them back. */
async function takeAway(page: Page, name: string): Promise<() => Promise<void>> {
  const files = (url: URL) => url.pathname.startsWith(`/console/assets/${name}-`);
  const absent = (url: string) => url.replace(/[\w-]+(?=\.js$)/, 'absent-00000000');
  await page.route(files, async (route) => route.fulfill({ response: await route.fetch({ url: absent(route.request().url()) }) }));
  return () => page.unroute(files);
}

describe.skipIf(browserMissing !== undefined)('a page of the console from before an upgrade', () => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  const reload = (page: Page) => page.getByRole('button', { name: 'Reload the page' });

  it('loads itself anew for a screen that it cannot load, and says so where that does not help', async () => {
    const { page, open, violations, narrowWidth, refused, faults } = await visit.openConsole();
    await open(home());
    const bringBack = await takeAway(page, 'keys');
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'API keys' }).click();
    await loaded;
    await page.getByRole('heading', { level: 1, name: 'This page is out of date' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'because the service was upgraded' }).waitFor();
    expect([await violations(), await narrowWidth(), await refused(), faults]).toEqual([[], 320, [], []]);
    await bringBack();
    await reload(page).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  });

  it('keeps what somebody has written where a menu cannot be loaded', async () => {
    const { page, open, violations, narrowWidth, faults } = await visit.openConsole();
    await open(`${home()}/send`);
    await page.getByLabel('Subject').fill('Half written');
    await takeAway(page, 'menu-parts');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('alert').filter({ hasText: 'because the service was upgraded' }).waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half written');
    expect([await violations(), await narrowWidth(), faults]).toEqual([[], 320, []]);
  });

  it('takes its word back where somebody closes it, and says it again where the menu is wanted again', async () => {
    const { page, open, faults } = await visit.openConsole();
    await open(`${home()}/send`);
    await page.getByLabel('Subject').fill('Half written');
    await takeAway(page, 'menu-parts');
    const alert = page.getByRole('alert').filter({ hasText: 'because the service was upgraded' });
    for (const _ of ['once', 'again']) {
      await page.getByRole('button', { name: /^Your account/ }).click();
      await alert.getByRole('button', { name: 'Close' }).click();
      await alert.waitFor({ state: 'detached' });
    }
    expect([await page.getByLabel('Subject').inputValue(), faults]).toEqual(['Half written', []]);
  });

  it('shows the rest of a template where its editor cannot be loaded', async () => {
    await visit.tenant.call('POST', '/v1/templates', { body: { alias: 'greeting' } });
    await visit.tenant.call('POST', '/v1/templates/greeting/versions', { body: { subject: 'Hello', text_body: 'Hello' } });
    const { page, open, faults } = await visit.openConsole();
    const bringBack = await takeAway(page, 'code-mirror');
    await open(`${home()}/templates/greeting`);
    await page.getByRole('alert').filter({ hasText: 'because the service was upgraded' }).first().waitFor();
    expect([await page.getByLabel('Subject').inputValue(), faults]).toEqual(['Hello', []]);
    await bringBack();
    await reload(page).first().click();
    await page.locator('.cm-content').first().waitFor();
    // The parts come one after the other.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
