import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

const DAY_MS = 86_400_000;

describe.skipIf(browserMissing !== undefined).each(engines)('what is done to many rows on $name', (engine) => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
  const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  async function schedule(subject: string): Promise<string> {
    const mail = { from: visit.tenant.from, to: ['ada@example.org'], subject, text_body: 'x', scheduled_at: Date.now() + DAY_MS };
    return (await post('/v1/email', mail)).message_id;
  }
  const statusOf = async (id: string) => (await get(`/v1/messages/${id}`)).status;

  it('cancels mail that waits, by keyboard alone: x, Shift+x, a, Enter', async () => {
    const ids: string[] = [];
    for (const subject of ['First', 'Second', 'Third', 'Fourth']) ids.push(await schedule(subject));
    const { page, open, violations, refused } = await visit.openConsole();
    await open(`${home()}/emails`);
    await page.getByRole('cell', { name: 'Fourth', exact: true }).waitFor();
    // The newest is first: Fourth, Third, Second.
    for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
    await bar(page).getByText('3 rows selected').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Cancel sending: 3 rows' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Cancel sending: done for 3 rows.').waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['scheduled', 'cancelled', 'cancelled', 'cancelled']);
    expect(await bar(page).count()).toBe(0);
    expect(await refused()).toEqual([]);
  });

  it('says of each row why it was refused, and leaves out what it cannot be done to', async () => {
    const [gone, waits, already] = [await schedule('Gone meanwhile'), await schedule('Waits'), await schedule('Already')];
    await visit.tenant.call('DELETE', `/v1/email/${already}`);
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/emails`);
    await page.getByRole('checkbox', { name: 'Gone meanwhile' }).check();
    await page.getByRole('checkbox', { name: 'Already' }).click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 rows selected').waitFor();
    await bar(page).getByRole('button', { name: 'Cancel sending' }).click();
    await page.getByText('1 selected row cannot be changed this way').waitFor();
    await visit.tenant.call('DELETE', `/v1/email/${gone}`);
    await confirm(page, 'Cancel sending');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Done for 1 row, refused for 1.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Gone meanwhile' }).getByText('can no longer be cancelled').waitFor();
    expect(await violations()).toEqual([]);
    expect(await statusOf(waits)).toBe('cancelled');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'hidden' });
  });

  it('lifts suppressions, all that are shown at once', async () => {
    const emails = Array.from({ length: 30 }, (_, n) => `gone${n}@example.org`);
    await post('/v1/suppressions/bulk', { emails });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/suppressions`);
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await page.getByRole('checkbox', { name: 'Select gone3@example.org' }).uncheck();
    await bar(page).getByRole('button', { name: 'Remove' }).click();
    await confirm(page, 'Remove');
    await page.getByText('Remove: done for 29 rows.').waitFor();
    expect((await get('/v1/suppressions')).data.map(({ email }: { email: string }) => email)).toEqual(['gone3@example.org']);
  });

  it('takes contacts into an audience and out of it, and deletes them', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Readers' });
    const contacts = ['ada', 'grace', 'alan'].map((name) => ({ email: `${name}@example.org` }));
    await post('/v1/contacts/batch', { contacts });
    const members = async () => (await get(`/v1/audiences/${audience}/members`)).data.map(({ email }: { email: string }) => email).sort();
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/contacts`);
    await page.getByRole('checkbox', { name: 'Select ada@example.org' }).check();
    await page.getByRole('checkbox', { name: 'Select grace@example.org' }).check();
    await bar(page).getByRole('button', { name: 'Add to audience' }).click();
    await page.getByRole('dialog').getByLabel('Audience').selectOption(audience);
    expect(await violations()).toEqual([]);
    await confirm(page, 'Add to audience');
    await page.getByText('Add to audience: done for 2 rows.').waitFor();
    expect(await members()).toEqual(['ada@example.org', 'grace@example.org']);
    await open(`${home()}/audiences/${audience}`);
    await page.getByRole('checkbox', { name: 'Select ada@example.org' }).check();
    await bar(page).getByRole('button', { name: 'Remove' }).click();
    await confirm(page, 'Remove');
    await page.getByText('Remove: done for 1 row.').waitFor();
    expect(await members()).toEqual(['grace@example.org']);
    await open(`${home()}/contacts`);
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete');
    await page.getByText('Delete: done for 3 rows.').waitFor();
    expect((await get('/v1/contacts')).data).toEqual([]);
  });

  /** Chooses rows, all unless they are named, and does it to them. */
  async function doTo(path: string, action: string, many: number, names: readonly string[] = ['all shown rows']): Promise<void> {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/${path}`);
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await bar(page).getByRole('button', { name: action }).click();
    await confirm(page, action);
    await page.getByText(`${action}: done for ${many} row`).waitFor();
  }

  it('delivers again', async () => {
    const { id } = await post('/v1/webhooks', { url: 'https://example.com/hook', events: ['bounce'] });
    for (let n = 0; n < 2; n += 1) await post(`/v1/webhooks/${id}/test`, {});
    await doTo(`webhooks/${id}`, 'Deliver again', 2);
    expect((await get(`/v1/webhooks/${id}/deliveries`)).data).toHaveLength(4);
  });

  it('revokes keys', async () => {
    for (const name of ['old one', 'old two']) await post('/v1/api-keys', { name, permission: 'sending_access' });
    await doTo('keys', 'Revoke', 2, ['old one', 'old two']);
    expect((await get('/v1/api-keys')).data.map(({ name }: { name: string }) => name)).toEqual(['test']);
  });

  it('ends runs of an automation', async () => {
    const { id: contact } = await post('/v1/contacts', { email: 'kurt@example.org' });
    const steps = [{ id: 'wait', type: 'wait', seconds: 86_400 }];
    const sender = { from_domain_id: visit.tenant.domain.id };
    const { id } = await post('/v1/automations', { name: 'Waits', trigger_kind: 'contact_created', ...sender, steps });
    await post(`/v1/automations/${id}/activate`, {});
    await post(`/v1/automations/${id}/enrollments`, { contact_id: contact });
    await doTo(`automations/${id}`, 'Cancel run', 1);
    expect((await get(`/v1/automations/${id}`)).enrollment_counts).toMatchObject({ active: 0, cancelled: 1 });
  });

  it('deletes broadcasts', async () => {
    for (const name of ['one', 'two']) await post('/v1/broadcasts', { name });
    await doTo('broadcasts', 'Delete', 2);
    expect((await get('/v1/broadcasts')).data).toEqual([]);
  });

  it('lifts suppressions of all tenants', async () => {
    for (const email of ['all1@example.org', 'all2@example.org'])
      await visit.server.admin('POST', '/admin/suppressions', { body: { email } });
    const { page, open } = await visit.openConsole();
    await open('/operator/suppressions');
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await bar(page).getByRole('button', { name: 'Remove' }).click();
    await confirm(page, 'Remove');
    await page.getByText('Remove: done for 2 rows.').waitFor();
    expect((await visit.server.admin('GET', '/admin/suppressions')).body.data).toEqual([]);
  });

  itHasWritten('lists', () => visit);
});

describe.skipIf(browserMissing !== undefined)('a list', () => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    const contacts = Array.from({ length: 100 }, (_, n) => ({ email: `c${n}@example.org`, attributes: { note: '=1+1' } }));
    await visit.tenant.call('POST', '/v1/contacts/batch', { body: { contacts } });
    const others = Array.from({ length: 20 }, (_, n) => ({ email: `out${n}@example.org`, status: 'unsubscribed' }));
    await visit.tenant.call('POST', '/v1/contacts/batch', { body: { contacts: others } });
    await visit.tenant.call('POST', '/v1/audiences', { body: { name: '=HYPERLINK("http://evil.example")', description: 'ä, "b"' } });
  });
  afterAll(() => visit?.end());

  async function download(page: Page): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), 'utf8').split('\r\n') };
  }

  it('is saved as CSV, all pages of it, and only what the filters let through', async () => {
    const { page, open, refused } = await visit.openConsole();
    await open(`${home()}/contacts`);
    const all = await download(page);
    expect([all.name, all.lines.length]).toEqual(['contacts.csv', 122]);
    expect(all.lines[0]).toBe('id,email,status,attributes,created_at,updated_at');
    await page.getByText('120 rows exported.').waitFor();
    await open(`${home()}/contacts?status=unsubscribed`);
    const some = await download(page);
    expect(some.lines.slice(1, -1).map((line) => line.split(',')[2])).toEqual(Array.from({ length: 20 }, () => 'unsubscribed'));
    expect(await refused()).toEqual([]);
  });

  it('has no spreadsheet run what somebody has called a thing', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/audiences`);
    expect((await download(page)).lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")","ä, ""b"""`);
  });

  it('is gone on with by keys from the box of a row: a, j, ?', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts`);
    const box = page.getByRole('checkbox', { name: 'Select out5@example.org' });
    await box.check();
    await page.getByRole('region', { name: 'Selected rows' }).waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => page.evaluate(`document.activeElement.closest('[data-bulk]') !== null`)).toBe(true);
    await box.focus();
    await page.keyboard.press('j');
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe('out4@example.org');
    await box.focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('is saved where it is one page, too', async () => {
    await visit.tenant.call('POST', '/v1/templates', { body: { alias: 'greeting', name: 'Greeting' } });
    await visit.tenant.call('POST', '/v1/webhooks', { body: { url: 'https://example.com/hooks', events: ['bounce'] } });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/templates`);
    expect(await download(page)).toMatchObject({ name: 'templates.csv', lines: { length: 3 } });
    await open(`${home()}/webhooks`);
    expect(await download(page)).toMatchObject({ name: 'webhooks.csv', lines: { length: 3 } });
  });

  it('has nothing to choose for whoever may change nothing, and goes through its rows by j and k all the same', async () => {
    const viewer = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open } = await visit.openConsole({}, viewer);
    await open(`${home()}/contacts`);
    await page.locator('[data-row]').nth(1).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    for (const key of ['j', 'x', 'j']) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate("document.querySelectorAll('[data-row]')[1] === document.activeElement")).toBe(true);
  });
});
