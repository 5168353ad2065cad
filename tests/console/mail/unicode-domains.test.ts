import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('a domain beyond ASCII in the console', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('is shown as it is written beside its name in DNS, unless it could be taken for another', async () => {
    const { id } = await post('/v1/domains', { name: 'bücher.example' });
    await post('/v1/domains', { name: 'аррӏе.com' });
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    await open(`${home()}/domains`);
    await page.getByRole('link', { name: 'bücher.example xn--bcher-kva.example', exact: true }).waitFor();
    await page.getByRole('link', { name: 'xn--80ak6aa92e.com', exact: true }).waitFor();
    await open(`${home()}/domains/${id}`);
    await page.getByRole('heading', { level: 1, name: 'bücher.example', exact: true }).waitFor();
    await page.getByText('xn--bcher-kva.example', { exact: true }).first().waitFor();
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
  });

  it('is found in addresses by what is shown', async () => {
    const { id } = await post('/v1/contacts', { email: 'ada@bücher.example' });
    await post('/v1/suppressions', { email: 'ada@bücher.example' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts/${id}`);
    await page.getByRole('heading', { level: 1, name: 'ada@bücher.example', exact: true }).waitFor();
    for (const list of ['contacts', 'suppressions']) {
      await open(`${home()}/${list}?email=${encodeURIComponent('ada@bücher.example')}`);
      await page.getByText('ada@bücher.example', { exact: true }).first().waitFor();
    }
  });
});
