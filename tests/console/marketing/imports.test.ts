import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, lastOf, type Visit, visitConsole, within } from '../support/visit.ts';

const FILE = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('email,city\r\nkurt@example.org,Vienna\r\n') };

describe.skipIf(browserMissing !== undefined).each(engines)('an import of contacts in the console on $name', (engine) => {
  let visit: Visit;
  const { home, get } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('makes the audience that its contacts go into, once, and leads to both', async () => {
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/contacts/import`);
    await page.getByLabel('File').setInputFiles(FILE);
    await page.getByLabel('Add to audience').selectOption({ label: 'New audience…' });
    const submit = buttonOf(page, 'Import');
    await page.getByText('Enter a name for the new audience.').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel('Name of the audience').fill('From the shop');
    expect(await violations()).toEqual([]);
    const refusal = { status: 413, json: { error: 'file_too_large', detail: 'D', max_bytes: 1 } };
    const sent = Promise.withResolvers<void>();
    const refuse = async (route: Route) => {
      await sent.promise;
      await route.fulfill(refusal);
    };
    await page.route('**/v1/contacts/import*', refuse, { times: 1 });
    await submit.click();
    await expect.poll(() => page.getByLabel('File').isDisabled()).toBe(true);
    sent.resolve();
    await page.getByText('The file is larger than 10 MB.').waitFor();
    expect(await page.getByLabel('File').isDisabled()).toBe(false);
    await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from('') });
    await page.getByText('The file is empty.').waitFor();
    await page.getByLabel('File').setInputFiles(FILE);
    expect(await page.getByLabel('Add to audience').locator('option:checked').textContent()).toBe('From the shop');
    await submit.click();
    await page.getByRole('heading', { name: 'Import of people.csv' }).waitFor();
    await visit.server.run('import');
    await page.getByRole('link', { name: 'Show contacts' }).waitFor();
    const { data } = await get('/v1/audiences');
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['From the shop']);
    await page.getByRole('link', { name: 'From the shop' }).click();
    await page.getByRole('heading', { name: 'From the shop' }).waitFor();
    await page.getByRole('link', { name: 'kurt@example.org' }).waitFor();
    expect(lastOf(page.url())).toBe(data[0].id);
    await page.goBack();
    await page.getByRole('link', { name: 'Show contacts' }).click();
    await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
    await page.getByRole('link', { name: 'kurt@example.org' }).waitFor();
  });

  it('proposes the status that a file is named by, and sets it on all of its contacts', async () => {
    await visit.tenant.call('POST', '/v1/contacts', { body: { email: 'left@example.org' } });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/contacts/import`);
    const buffer = Buffer.from('Email Address,First Name\r\nleft@example.org,Lea\r\n');
    await page.getByLabel('File').setInputFiles({ ...FILE, name: 'Unsubscribed_export_1.csv', buffer });
    const status = page.getByLabel('Status of the contacts');
    await page.getByText('All contacts in the file get this status').waitFor();
    expect(await status.inputValue()).toBe('unsubscribed');
    expect(await violations()).toEqual([]);
    await page.getByLabel('File').setInputFiles(FILE);
    await page.getByText('Existing contacts keep their status.').waitFor();
    expect(await status.inputValue()).toBe('');
    await page.getByLabel('File').setInputFiles({ ...FILE, name: 'nonsubscribed_email_audience_export_1.csv', buffer });
    await expect.poll(() => status.inputValue()).toBe('unsubscribed');
    await page.getByLabel('File').setInputFiles({ ...FILE, name: 'cleaned-leads.csv', buffer });
    await page.getByLabel('Attribute name for First Name').waitFor();
    expect(await status.inputValue()).toBe('');
    await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from('email,Unsubscribed\r\nleft@example.org,true\r\n') });
    await page.getByText('New contacts are subscribed, whatever the column Unsubscribed says.').waitFor();
    await page.getByLabel('File').setInputFiles({ ...FILE, name: 'readers.csv', buffer });
    await status.selectOption({ label: 'Cleaned' });
    await buttonOf(page, 'Import').click();
    await page.getByRole('heading', { name: 'Import of readers.csv' }).waitFor();
    await visit.server.run('import');
    await page.getByRole('definition').filter({ hasText: 'Cleaned' }).waitFor();
    expect((await get('/v1/contacts?email=left@example.org')).data).toMatchObject([
      { status: 'cleaned', attributes: { first_name: 'Lea' } },
    ]);
  });

  it('keeps the status of the file that is shown until another has been read', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts/import`);
    await page.getByLabel('File').setInputFiles({ ...FILE, name: 'cleaned_1.csv' });
    const status = page.getByLabel('Status of the contacts');
    await expect.poll(() => status.inputValue()).toBe('cleaned');
    await page.evaluate(`
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function () {
        await new Promise((resolve) => addEventListener('read', resolve, { once: true }));
        return arrayBuffer.call(this);
      };
    `);
    await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from('email,town\r\nkurt@example.org,Vienna\r\n') });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    expect(await page.getByLabel('Attribute name for city').isVisible()).toBe(true);
    expect(await status.inputValue()).toBe('cleaned');
    await page.evaluate("dispatchEvent(new Event('read'))");
    await page.getByLabel('Attribute name for town').waitFor();
    expect(await status.inputValue()).toBe('');
  });

  it('leads by its name to an audience that is not among the newest hundred', async () => {
    const make = async (name: string) => (await visit.tenant.call('POST', '/v1/audiences', { body: { name } })).body;
    const { id } = await make('The oldest');
    for (let place = 0; place < 100; place += 1) await make(`Newer ${place}`);
    const form = new FormData();
    form.append('audience_id', id);
    form.append('file', new File(['email\nlate@example.org\n'], 'late.csv'));
    const headers = { Authorization: `Bearer ${visit.tenant.key}` };
    const answer = await fetch(`${visit.server.url}/v1/contacts/import`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(202);
    const { import_id: imported } = JSON.parse(await answer.text());
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts/imports/${imported}`);
    await page.getByRole('link', { name: 'The oldest' }).click();
    await page.getByRole('heading', { name: 'The oldest' }).waitFor();
    expect(lastOf(page.url())).toBe(id);
  });

  it('leads to no audience that is deleted, and to no contacts where none was made', async () => {
    const { id } = await visit.tenant.call('POST', '/v1/audiences', { body: { name: 'Short-lived' } }).then(({ body }) => body);
    await visit.tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.org' } });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts/import`);
    await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from('email\r\nada@example.org\r\n') });
    await page.getByLabel('Add to audience').selectOption({ label: 'Short-lived' });
    await buttonOf(page, 'Import').click();
    await page.getByRole('link', { name: 'Short-lived' }).waitFor();
    await visit.server.run('import');
    await visit.tenant.call('DELETE', `/v1/audiences/${id}`);
    await page.reload();
    await page.getByText(id, { exact: true }).waitFor();
    const links = page.locator('main').getByRole('link');
    expect(await links.filter({ hasText: /Show contacts|Short-lived/ }).count()).toBe(0);
  });
});
