import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('an endpoint that takes nothing', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);
  let failing: string;

  beforeAll(async () => {
    visit = await visitConsole(sqlite, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    await post('/v1/webhooks', { url: 'https://example.com/hooks', events: ['open'] });
    ({ id: failing } = await post('/v1/webhooks', { url: 'https://localhost:9/hooks', events: ['bounce'] }));
    await post(`/v1/webhooks/${failing}/test`, {});
    await visit.server.run('webhooks');
  });
  afterAll(() => visit?.end());

  it('is told from one that does, in the list', async () => {
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/webhooks`);
    const row = (url: string) => page.getByRole('row', { name: url });
    await row('https://localhost:9/hooks').getByText('Failing', { exact: true }).waitFor();
    await row('https://localhost:9/hooks')
      .getByText(/^Failing since .+: ECONNREFUSED$/)
      .waitFor();
    await row('https://example.com/hooks').getByText('Active', { exact: true }).waitFor();
    expect(await row('https://example.com/hooks').getByText('since').count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it('is what the overview names, and leads to', async () => {
    await post('/v1/email', { from: visit.tenant.from, to: ['ada@example.org'], subject: 'Hello', text_body: 'x' });
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    await open(home());
    const trouble = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Needs attention' }) });
    await trouble.getByText(/^Failing since .+: ECONNREFUSED$/).waitFor();
    expect(await trouble.getByRole('listitem').count()).toBe(1);
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
    await trouble.getByRole('link', { name: 'https://localhost:9/hooks' }).click();
    await page.getByRole('alert').getByText('A delivery attempt has failed').waitFor();
  });

  it('says on its page why, since when and where to look', async () => {
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    await open(`${home()}/webhooks/${failing}`);
    const notice = page.getByRole('alert').getByText('A delivery attempt has failed');
    await notice.waitFor();
    await page.getByText('ECONNREFUSED: Nothing is listening at this address and port.').waitFor();
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    await page.getByRole('link', { name: 'Show failed deliveries' }).click();
    await page.getByText('No matches').waitFor();
    await page.getByRole('link', { name: 'Show deliveries being retried' }).click();
    await deliveries.getByRole('button', { name: 'bounce' }).waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('pending');
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await notice.waitFor();
  });

  it('says so to who does not see deliveries too, without a way to them', async () => {
    const viewer = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open } = await visit.openConsole({}, viewer);
    await open(`${home()}/webhooks/${failing}`);
    await page.getByRole('alert').getByText('A delivery attempt has failed').waitFor();
    expect(await page.getByRole('link', { name: 'Show deliveries being retried' }).count()).toBe(0);
  });
});
