import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { PASSWORD } from '../../support/fixtures/people.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

const MINUTE = 60_000;

/** Counts the bearers for a tenant that a page has asked for, and the requests that were refused. */
function listen(page: Page) {
  const heard = { bearers: 0, refusals: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/account/tokens' && response.request().postDataJSON().tenant_id !== undefined) heard.bearers += 1;
    if (pathname.startsWith('/v1/') && response.status() === 401) heard.refusals += 1;
  });
  return heard;
}

describe.skipIf(browserMissing !== undefined).each(engines)('a console that stays open on $name', (engine) => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(engine, BY_HAND);
  });
  afterAll(() => visit?.end());

  /** To where many things are asked at once. */
  async function goToOverview(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
  }

  it('asks for one other bearer before the one that it has ends', async () => {
    const { page, open, faults } = await visit.openConsole();
    const heard = listen(page);
    await page.clock.install();
    await open(`${home()}/keys`);
    expect(heard).toEqual({ bearers: 1, refusals: 0 });
    await page.clock.fastForward(9 * MINUTE + 1000);
    await goToOverview(page);
    expect({ heard, faults }).toEqual({ heard: { bearers: 2, refusals: 0 }, faults: [] });
  });

  it('asks once more with one other bearer where the one that it has is refused', async () => {
    const { page, open, faults } = await visit.openConsole();
    const heard = listen(page);
    await open(`${home()}/keys`);
    await visit.server.admin('POST', '/admin/clock', { body: { advance_ms: 11 * MINUTE } });
    await goToOverview(page);
    expect(heard.bearers).toBe(2);
    expect(heard.refusals).toBeGreaterThan(0);
    expect({ alerts: await page.getByRole('alert').count(), faults }).toEqual({ alerts: 0, faults: [] });
  });

  it('has whoever was signed out sign in again, and goes on where that was', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'developer' });
    const { page, open } = await visit.openConsole({}, person);
    await open(`${home()}/keys`);
    await person.browser.call('POST', '/account/sign-out');
    await visit.server.admin('POST', '/admin/clock', { body: { advance_ms: 11 * MINUTE } });
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await page.getByRole('link', { name: visit.tenant.domain.name }).waitFor();
  });

  it('says what could not be loaded, with its request, and loads it when asked again', async () => {
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    const body = { error: 'internal_error', detail: 'Something is broken.' };
    await page.route('**/v1/domains?*', (route) =>
      route.fulfill({ status: 500, json: body, headers: { 'X-Request-Id': 'req_of_the_test' } }),
    );
    await open(`${home()}/domains`);
    const failed = page.getByRole('alert').filter({ hasText: 'Could not load this' });
    await failed.getByText('Something went wrong in the service.').waitFor();
    await failed.getByText('Request req_of_the_test').waitFor();
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
    await page.unroute('**/v1/domains?*');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: visit.tenant.domain.name }).waitFor();
    await page.route('**/v1/api-keys?*', (route) => route.abort());
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('Could not reach the service. Check your connection and try again.').waitFor();
  });
});
