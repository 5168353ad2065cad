import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { hold } from '../support/hold.ts';
import { type Visit, visitConsole } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('who waits on a slow network', () => {
  let visit: Visit;
  const home = () => `/${visit.tenant.id}`;

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('sees that the console comes, and which screen does', async () => {
    const { page, violations } = await visit.openConsole();
    const coming = page.getByRole('status', { name: 'Loading' });
    const signedIn = await hold(page, 'GET', '/account/me');
    await page.goto(`${visit.server.url}/console${home()}/domains`);
    await signedIn.asked;
    await coming.waitFor();
    signedIn.release();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await coming.waitFor({ state: 'hidden' });
    const screen = await hold(page, 'GET', /\/console\/assets\/webhooks-/);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await screen.asked;
    await coming.waitFor();
    expect([await page.getByRole('heading', { level: 1 }).textContent(), await violations()]).toEqual(['Domains', []]);
    screen.release();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await coming.waitFor({ state: 'hidden' });
  });
});
