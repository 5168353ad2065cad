import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('who gets no answer', () => {
  let visit: Visit;
  const home = () => `/${visit.tenant.id}`;
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('is told why a mail cannot be written', async () => {
    const { page, open, violations } = await visit.openConsole();
    await page.route('**/v1/domains?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal_error', detail: 'It is broken.' } }),
    );
    await open(`${home()}/send`);
    await page.getByRole('alert').getByText('Something went wrong in the service.').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('is told that exports cannot be listed, and whether a contact is suppressed', async () => {
    const { body: contact } = await visit.tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.org' } });
    const { page, open } = await visit.openConsole();
    await page.route(/\/v1\/(?:contacts\/exports|suppressions)\?/, (route) =>
      route.fulfill({ status: 503, json: { error: 'service_unavailable', detail: 'Too many requests.' } }),
    );
    await open(`${home()}/contacts/${contact.id}`);
    await page.getByRole('definition').getByText('The service is busy').waitFor();
    await open(`${home()}/contacts`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('The service is busy').waitFor();
  });

  it('is told why there is no domain to choose, and that no events come', async () => {
    const { page, open } = await visit.openConsole();
    const busy = { status: 503, json: { error: 'service_unavailable', detail: 'Too many requests.' } };
    await page.route(/\/v1\/(?:domains|events)\?/, (route) => route.fulfill(busy));
    await open(`${home()}/automations/new`);
    await page.getByText('The service is busy or shutting down. Try again in a moment.').waitFor();
    await open(`${home()}/events`);
    await page.getByRole('alert').getByText('The service is busy').waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
  });
});
