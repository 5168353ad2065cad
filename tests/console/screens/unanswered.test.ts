import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, type Visit, visitConsole } from '../support/visit.ts';

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

  it.each([
    { what: 'an audience', path: 'audiences', made: '/v1/audiences', fields: { Name: 'Lost' }, action: 'Create audience' },
    { what: 'a key', path: 'keys', made: '/v1/api-keys', fields: { Name: 'Lost' }, action: 'Create API key' },
    { what: 'an endpoint', path: 'webhooks', made: '/v1/webhooks', fields: { URL: 'https://example.com/lost' }, action: 'Add endpoint' },
    { what: 'a broadcast', path: 'broadcasts', made: '/v1/broadcasts', fields: { Name: 'Lost' }, action: 'Create broadcast' },
  ])('is told that $what may have been made all the same, and sees whether it was', async ({ path, made, fields, action }) => {
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/${path}`);
    await buttonOf(page, action).first().click();
    const dialog = page.getByRole('dialog');
    for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
    await page.route(`**${made}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await buttonOf(dialog, action).click();
    await dialog.getByRole('alert').getByText('This may have been done all the same').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Lost').or(page.getByText('example.com/lost')).first().waitFor();
    const { body } = await visit.tenant.call('GET', made);
    expect(
      body.data.filter((one: { name?: string; url?: string }) => (one.name ?? one.url ?? '').toLowerCase().endsWith('lost')),
    ).toHaveLength(1);
  });

  it('is told the same of a broken gateway, and to try again where that does no harm', async () => {
    const { page, open } = await visit.openConsole();
    await page.route('**/v1/audiences', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 504, body: '<h1>Gateway Timeout</h1>' }) : route.fallback(),
    );
    await open(`${home()}/audiences`);
    await buttonOf(page, 'Create audience').first().click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Late');
    await buttonOf(page.getByRole('dialog'), 'Create audience').click();
    await page.getByRole('dialog').getByRole('alert').getByText('This may have been done all the same').waitFor();
    const outside = await visit.openOutside();
    await outside.open('/sign-in');
    await outside.page.route('**/account/sign-in', (route) => route.abort());
    await outside.page.getByLabel('Email address').fill('ada@example.org');
    await outside.page.getByLabel('Password').fill('correct horse battery');
    await buttonOf(outside.page, 'Sign in').click();
    await outside.page.getByRole('alert').getByText('Check your connection and try again.').waitFor();
  });
});
