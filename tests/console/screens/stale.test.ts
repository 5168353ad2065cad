import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { hold } from '../support/hold.ts';
import { buttonOf, type Visit, visitConsole, within } from '../support/visit.ts';

const BUSY = { status: 503, json: { error: 'service_unavailable', detail: 'Too many requests.' } };
const TOLD = 'The service is busy or shutting down.';

describe.skipIf(browserMissing !== undefined)('who is shown what was before', () => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite, { ROLE: 'api' });
    const emails = Array.from({ length: 60 }, (_, place) => ({ email: `reader${place}@example.org` }));
    await post('/v1/contacts/batch', { contacts: emails });
  });
  afterAll(() => visit?.end());

  it('sees that other rows are on their way', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts`);
    const held = await hold(page, 'GET', '/v1/contacts/search');
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('reader7');
    await page.keyboard.press('Enter');
    await held.asked;
    const rows = page.locator('[aria-busy=true]').filter({ has: page.getByRole('link', { name: 'reader59@example.org' }) });
    await rows.waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'attached' });
    held.release();
    await rows.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'reader7@example.org' }).waitFor();
    expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  });

  it('is told why no more rows come, and has them once they do', async () => {
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/contacts`);
    const isNextPage = (url: URL) => url.pathname === '/v1/contacts' && url.searchParams.has('cursor');
    await page.route(isNextPage, (route) => route.fulfill(BUSY));
    await buttonOf(page, 'Load more').click();
    await page.getByRole('alert').getByText(TOLD).waitFor();
    expect([await page.getByRole('link', { name: /^reader/ }).count(), await violations()]).toEqual([50, []]);
    await page.unroute(isNextPage);
    await buttonOf(page, 'Load more').click();
    await page.getByRole('link', { name: 'reader0@example.org' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is asked about no number of contacts while nobody has counted them', async () => {
    const { id: segment } = await post('/v1/segments', { name: 'All', filter: { all: true } });
    const draft = { name: 'News', subject: 'News', body_text: 'x', from: visit.tenant.from, target_kind: 'segment', target_id: segment };
    const { id } = await post('/v1/broadcasts', draft);
    const { page, open } = await visit.openConsole();
    const counting = await hold(page, 'POST', `/v1/broadcasts/${id}/preview`);
    await page.goto(`${visit.server.url}/console${home()}/broadcasts/${id}`);
    await counting.asked;
    await buttonOf(page, 'Send').click();
    await page.getByRole('dialog', { name: 'Send to everyone in the audience or segment?' }).waitFor();
    counting.release();
    await page.getByRole('dialog', { name: 'Send to 60 contacts?' }).waitFor();
    await buttonOf(page.getByRole('dialog'), 'Cancel').click();
    await open(`${home()}/broadcasts/${id}`);
    await page.getByText('60', { exact: true }).waitFor();
  });

  it('changes no attribute of a contact but the one that they edit', async () => {
    const email = 'customer@example.org';
    const { id } = await post('/v1/contacts', { email, attributes: { plan: 'free', city: 'Rome' } });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts/${id}`);
    await buttonOf(page, 'Edit').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value of attribute 2').fill('Oslo');
    await post('/v1/contacts', { email, attributes: { plan: 'pro' } });
    await buttonOf(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await get(`/v1/contacts/${id}`)).attributes).toEqual({ plan: 'pro', city: 'Oslo' });
  });

  it('sees that a broadcast is being sent if the answer was lost', async () => {
    const { id: segment } = await post('/v1/segments', { name: 'Some', filter: { all: true } });
    const draft = { name: 'Once', subject: 'Once', body_text: 'x', from: visit.tenant.from, target_kind: 'segment', target_id: segment };
    const { id } = await post('/v1/broadcasts', draft);
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await page.route(`**/v1/broadcasts/${id}/send`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await buttonOf(page, 'Send').click();
    await buttonOf(page.getByRole('dialog'), 'Send').click();
    await buttonOf(page, 'Pause').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is told that a list and a contact are as they were before, until they can be loaded again', async () => {
    const { page, open, violations } = await visit.openConsole();
    await page.clock.install();
    const isContact = (url: URL) => url.pathname.startsWith('/v1/contacts');
    await open(`${home()}/contacts`);
    await page.getByRole('link', { name: 'reader59@example.org' }).click();
    await page.getByRole('heading', { level: 1, name: 'reader59@example.org' }).waitFor();
    await page.route(isContact, (route) => route.fulfill(BUSY));
    await page.clock.fastForward(61_000);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    // Between one try and the next there is time, which the page does not have by itself.
    await expect
      .poll(async () => {
        await page.clock.runFor(5000);
        return page.getByRole('alert').filter({ hasText: 'This may be out of date' }).count();
      })
      .toBeGreaterThan(0);
    expect([await page.getByText('Subscribed').count(), await violations()]).toEqual([1, []]);
    await page.unroute(isContact);
    // One press is enough for all that the screen is made of.
    await buttonOf(page, 'Try again').first().click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
