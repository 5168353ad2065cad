import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

const UNVERIFIED = 12;
/** Rows of a page that the service answers: the verified domain, which is the oldest, is on the last of several. */
const PAGE_DOMAINS = 5;

describe.skipIf(browserMissing !== undefined)('more domains than a page of them has', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    const { tenant, server } = visit;
    for (let at = 0; at < UNVERIFIED; at += 1) await post('/v1/domains', { name: `m${at}.example.com` });
    await post('/v1/email', { from: tenant.from, to: ['ada@example.org'], subject: 'Hello', text_body: 'x' });
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { open_tracking: true } });
    await server.run('dispatch');
  });
  afterAll(() => visit?.end());

  async function openInPages(path: string) {
    const console = await visit.openConsole();
    await console.page.route('**/v1/domains?*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, `limit=${PAGE_DOMAINS}`),
      }),
    );
    await console.open(path);
    return console;
  }

  it('are all told of by the overview, a few of them by name', async () => {
    const { page } = await openInPages(home());
    const trouble = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Needs attention' }) });
    await trouble.getByRole('link', { name: 'm11.example.com' }).waitFor();
    expect(await trouble.getByRole('listitem').count()).toBe(11);
    expect(await trouble.getByRole('listitem').last().textContent()).toBe('Domains2 more domains are not verified');
    await page.getByRole('button', { name: 'Opens 0', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clicks – not tracked' }).waitFor();
    await trouble.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  });

  it('are all there to send from, and to search by', async () => {
    const { page, open } = await openInPages(`${home()}/send`);
    await page.getByLabel('From').waitFor();
    expect(await page.getByLabel('From').inputValue()).toContain(`@${visit.tenant.domain.name}`);
    await open(`${home()}/emails`);
    await page.getByRole('button', { name: 'Filters' }).click();
    const choice = page.getByRole('dialog').getByLabel('Domain');
    await choice.selectOption({ label: visit.tenant.domain.name });
    expect(await choice.locator('option').count()).toBe(UNVERIFIED + 2);
  });
});
