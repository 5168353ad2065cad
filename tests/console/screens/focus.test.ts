import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('the focus', () => {
  let visit: Visit;
  const home = () => `/${visit.tenant.id}`;
  const post = async (path: string, body: object) => (await visit.tenant.call('POST', path, { body })).body;
  const button = (of: Page | Locator, name: string | RegExp) => of.getByRole('button', { name, exact: true });
  /** What has it, by its name where it has one. */
  const focused = (page: Page) =>
    page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? (document.activeElement.id || document.activeElement.innerText)',
    );

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('is on the screen again once the row is gone of which a dialog was', async () => {
    for (const email of ['one@example.org', 'two@example.org']) await post('/v1/suppressions', { email });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/suppressions`);
    await button(page, /Remove.*two@example.org/).press('Enter');
    await button(page.getByRole('dialog'), 'Remove').press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('content');
  });

  it('goes to the next row when its own is taken away', async () => {
    const { id } = await post('/v1/audiences', { name: 'Readers' });
    const { data } = await post('/v1/contacts/batch', { contacts: ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.org` })) });
    await post(`/v1/audiences/${id}/members/bulk`, { contact_ids: data.map((contact: { id: string }) => contact.id) });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/audiences/${id}`);
    const names = await page.getByRole('row').getByRole('link').allInnerTexts();
    await button(page, new RegExp(`Remove ${names[1]}`)).press('Enter');
    await page.getByRole('link', { name: names[1] ?? '', exact: true }).waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(names[2]);
  });

  it('stays on a button that could not be pressed for a while', async () => {
    const { id } = await post('/v1/domains', { name: 'checked.example.org' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/domains/${id}`);
    await button(page, 'Check now').press('Enter');
    await page.getByRole('status').getByText(/./).first().waitFor();
    await expect.poll(() => focused(page)).toBe('Check now');
  });

  it('is on the next screen, by a link, after something is made, and after it is deleted, which who goes back is told', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts`);
    await button(page, 'Add contact').press('Enter');
    await page.getByRole('dialog').getByLabel('Email address').fill('new@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'new@example.org' }).waitFor();
    await expect.poll(() => focused(page)).toBe('content');
    await button(page, 'More actions').press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await button(page.getByRole('dialog'), 'Delete').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await expect.poll(() => focused(page)).toBe('content');
    await page.goBack();
    await page.getByText('This no longer exists').waitFor();
    expect(await button(page, 'Edit').count()).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name: 'a@example.org', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'a@example.org' }).waitFor();
    await expect.poll(() => focused(page)).toBe('content');
  });

  it('goes into the first rule of a segment, and to the button that makes one when the last rule is removed', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/segments/new`);
    await button(page, 'Add rule').press('Enter');
    await page.locator('fieldset li select:focus').first().waitFor();
    await button(page, 'Add rule').press('Enter');
    await expect.poll(() => page.locator('fieldset li').count()).toBe(2);
    await button(page, 'Remove rule').last().press('Enter');
    await page.locator('fieldset li select:focus').first().waitFor();
    await button(page, 'Remove rule').press('Enter');
    await expect.poll(() => focused(page)).toBe('Add rule');
  });

  it('is on the screen once a broadcast is sent, with whose form the dialog has gone', async () => {
    const { id: contact } = await post('/v1/contacts', { email: 'reader@example.org' });
    const { id: audience } = await post('/v1/audiences', { name: 'Everybody' });
    await post(`/v1/audiences/${audience}/members/bulk`, { contact_ids: [contact] });
    const target = { target_kind: 'audience', target_id: audience };
    const { id } = await post('/v1/broadcasts', { name: 'News', subject: 'News', from: visit.tenant.from, body_text: 'Hello', ...target });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await button(page, 'Send').press('Enter');
    await button(page.getByRole('dialog'), 'Send').press('Enter');
    await page.getByRole('heading', { name: 'Progress' }).waitFor();
    await expect.poll(() => focused(page)).toBe('content');
  });
});
