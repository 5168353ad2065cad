import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { openBrowser, PASSWORD } from '../support/fixtures/people.ts';
import { BY_HAND } from '../support/posthorn.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { type Visit, visitConsole, within } from './support/visit.ts';
import { itHasWritten } from './support/write-coverage.ts';

/** What the other tests of the console leave of all that is written there, each to what comes of it. */
describe.skipIf(browserMissing !== undefined).each(engines)('what else is written in the console on $name', (engine) => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);
  const statusOf = async (path: string) => (await visit.tenant.call('GET', path)).status;

  beforeAll(async () => {
    // What is exported waits until a test has it written.
    visit = await visitConsole(engine, { JOB_INTERVAL_MS: BY_HAND.JOB_INTERVAL_MS });
  });
  afterAll(() => visit?.end());

  it('sends a mail again, as it was or changed', async () => {
    const mail = { from: visit.tenant.from, to: ['ada@example.org'], subject: 'Once', text_body: 'Hello Ada' };
    const { message_id: id } = await post('/v1/email', mail);
    await visit.server.run('dispatch');
    const { page, open } = await visit.openConsole();
    await open(`${home()}/emails/${id}`);
    await page.getByRole('link', { name: /again/ }).click();
    expect(await page.getByRole('textbox', { name: 'Plain text' }).inputValue()).toBe('Hello Ada');
    await page.getByLabel('Subject').fill('Once more');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Once more' }).waitFor();
    await visit.server.run('dispatch');
    const { body } = await visit.server.admin('GET', '/admin/captured');
    expect(body.data.map(({ subject }: { subject: string }) => subject).sort()).toEqual(['Once', 'Once more']);
  });

  it('changes an endpoint, pauses it, replaces its secret, delivers again and deletes it', async () => {
    const { id } = await post('/v1/webhooks', { url: 'https://example.com/hook', events: ['bounce'] });
    await post(`/v1/webhooks/${id}/test`, {});
    const { page, open } = await visit.openConsole();
    const dialog = page.getByRole('dialog');
    const menu = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await open(`${home()}/webhooks/${id}`);
    await menu('Edit');
    await dialog.getByLabel('URL').fill('https://example.com/other');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'https://example.com/other' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await get(`/v1/webhooks/${id}`)).toMatchObject({ url: 'https://example.com/other', active: false });
    await menu('Rotate secret');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await page.getByRole('region', { name: 'Signing secret' }).textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have saved this' }).click();
    await page.route('**/replay', (route) => route.fulfill({ status: 404, json: { error: 'not_found', detail: 'D' } }), { times: 1 });
    await page.getByRole('button', { name: 'bounce' }).click();
    await dialog.getByRole('button', { name: 'Deliver again' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'bounce' }).click();
    await dialog.getByRole('button', { name: 'Deliver again' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Deliver again' }).click();
    await page.getByText('A new delivery is on its way.').waitFor();
    expect((await get(`/v1/webhooks/${id}/deliveries`)).data).toHaveLength(2);
    await page.keyboard.press('Escape');
    await menu('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks', exact: true }).waitFor();
    expect(await statusOf(`/v1/webhooks/${id}`)).toBe(404);
  });

  it('changes and deletes an audience, a segment and a domain', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Before' });
    const { id: segment } = await post('/v1/segments', { name: 'Before', filter: { all: true } });
    const { id: domain } = await post('/v1/domains', { name: 'gone.example.com' });
    const { page, open } = await visit.openConsole();
    const dialog = page.getByRole('dialog');
    await open(`${home()}/audiences/${audience}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('After');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'After' }).waitFor();
    expect((await get(`/v1/audiences/${audience}`)).name).toBe('After');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audiences', exact: true }).waitFor();
    expect(await statusOf(`/v1/audiences/${audience}`)).toBe(404);
    await open(`${home()}/segments/${segment}`);
    await page.getByLabel('Name', { exact: true }).fill('After');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'After' }).waitFor();
    expect((await get(`/v1/segments/${segment}`)).name).toBe('After');
    for (const path of [`segments/${segment}`, `domains/${domain}`]) {
      await open(`${home()}/${path}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect([path, await statusOf(`/v1/${path}`)]).toEqual([path, 404]);
    }
  });

  it('sends another version of a template, and deletes it', async () => {
    await post('/v1/templates', { alias: 'greeting' });
    for (const subject of ['One', 'Two']) await post('/v1/templates/greeting/versions', { subject, text_body: 'Hello' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/templates/greeting?version=1`);
    await page.getByRole('button', { name: 'Activate this version' }).click();
    await page.getByText('Version 1 is now active.').waitFor();
    const mail = { from: visit.tenant.from, to: ['ada@example.org'], template_alias: 'greeting' };
    const { message_id: id } = await post('/v1/email', mail);
    expect((await get(`/v1/messages/${id}`)).subject).toBe('One');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Templates', exact: true }).waitFor();
    expect(await statusOf('/v1/templates/greeting')).toBe(404);
  });

  it('exports contacts, and hands the file over', async () => {
    await post('/v1/contacts', { email: 'ada@example.org', attributes: { note: '=1+1' } });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Create file' }).click();
    await page.getByRole('dialog').getByText('Waiting').waitFor();
    await visit.server.run('export');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await coming).path(), 'utf8')).toContain("'=1+1");
  });

  it('changes a name and a password, and ends another sign-in', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const other = openBrowser(visit.server);
    await other.call('POST', '/account/sign-in', { body: { email: person.email, password: PASSWORD } });
    const { page, open, violations } = await visit.openConsole({}, person);
    await open('/account');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await person.browser.call('GET', '/account/me')).body.name).toBe('Ada');
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await expect.poll(async () => (await other.call('GET', '/account/me')).status).toBe(401);
    await page.getByLabel('New password').fill('another battery staple');
    await page.getByRole('button', { name: 'Change password' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    const changed = page.getByText('Password changed');
    await proof.or(changed).waitFor();
    if (await proof.isVisible()) {
      expect(await violations()).toEqual([]);
      await proof.getByLabel('Password').fill(PASSWORD);
      await proof.getByRole('button', { name: 'Continue' }).click();
      await changed.waitFor();
    }
    const again = openBrowser(visit.server);
    const { status } = await again.call('POST', '/account/sign-in', { body: { email: person.email, password: 'another battery staple' } });
    expect(status).toBe(200);
  });

  it('changes a tenant', async () => {
    const { page, open } = await visit.openConsole();
    const dialog = page.getByRole('dialog');
    await open(`/operator/tenants/${visit.tenant.id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Another name');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Another name' }).waitFor();
    expect((await visit.server.admin('GET', `/admin/tenants/${visit.tenant.id}`)).body.name).toBe('Another name');
  });

  itHasWritten('writes', () => visit);
});
