import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { startWebSink, type WebSink } from '../support/fakes/web-sink.ts';
import { openBrowser, PASSWORD, tokenOf } from '../support/fixtures/people.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { giveUpJob } from '../support/queue/give-up-job.ts';
import { HOSTILE } from './support/fill.ts';
import { faultlessOn, faultsOf, type Visit, visitConsole } from './support/visit.ts';
import { itHasWritten } from './support/write-coverage.ts';

const receivedMail = (image: string) => `From: "${HOSTILE.replaceAll('"', '').replaceAll('\u202e', '')}" <ada@example.org>
Subject: Hello
MIME-Version: 1.0
Content-Type: text/html

<h1>Hello</h1><script>alert(1)</script><img src="${image}">
`;

describe.skipIf(browserMissing !== undefined).each(engines)('screens of the service on $name', (engine) => {
  let visit: Visit;
  let sink: WebSink;
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    [visit, sink] = await Promise.all([visitConsole(engine), startWebSink()]);
    const { tenant, server } = visit;
    const { id } = (await server.admin('POST', '/admin/tenants', { body: { name: HOSTILE, overrides: { rate_limit: -1 } } })).body;
    await server.admin('POST', '/admin/suppressions', { body: { email: 'gone@example.org' } });
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    const headers = { 'Content-Type': 'message/rfc822' };
    const rcpt = encodeURIComponent(`in@${tenant.domain.name}`);
    const { body } = await server.admin('POST', `/admin/inbound?rcpt=${rcpt}`, {
      body: receivedMail(`${sink.url}/a.png`).replaceAll('\n', '\r\n'),
      headers,
    });
    await server.run('inbound');
    await giveUpJob(server, { queue: 'deliver', payload: { message_ids: ['msg_gone'] }, error: HOSTILE });
    paths = {
      inbound: `/${tenant.id}/inbound`,
      'a received mail': `/${tenant.id}/inbound/${body.data[0].id}`,
      usage: `/${tenant.id}/usage`,
      service: '/operator',
      tenants: '/operator/tenants',
      'a tenant': `/operator/tenants/${id}`,
      'failed jobs': '/operator/failed-jobs',
      'failed jobs of a tenant': `/operator/failed-jobs?tenant=${tenant.id}`,
      'failed jobs of nobody': '/operator/failed-jobs?tenant=nobody',
      'the audit of all': '/operator/audit',
      'the audit of a tenant': `/operator/audit?tenant=${tenant.id}`,
      'the tenant of a member': `/operator/tenants/${tenant.id}`,
      'captured mail of a tenant': `/operator/mailbox?tenant=${tenant.id}`,
      'suppressions of all': '/operator/suppressions',
      'suppressions of all, found': '/operator/suppressions?email=nobody%40example.org',
      people: '/operator/people',
    };
  });
  afterAll(() => Promise.all([visit?.end(), sink?.close()]));

  it(faultlessOn(engine), async () => {
    const console = await visit.openConsole();
    expect(await faultsOf(console, paths, engine)).toEqual([]);
    // What the policy of the mail's frame has stopped is named too.
    const foreign = console.foreign.filter((address) => !address.startsWith(sink.url));
    expect({ foreign, connections: sink.connections() }).toEqual({ foreign: [], connections: 0 });
  });

  it('make a tenant, suspend it, let it go on and delete it', async () => {
    const { page, open } = await visit.openConsole();
    await open('/operator/tenants');
    await page.getByRole('button', { name: 'Create tenant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('A new one');
    await dialog.getByLabel('Plan').selectOption('payg');
    await dialog.getByLabel('Contacts').fill('7');
    await dialog.getByRole('button', { name: 'Create tenant' }).click();
    await page.getByRole('heading', { name: 'A new one' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const tenant = async () => (await visit.server.admin('GET', `/admin/tenants/${id}`)).body;
    expect(await tenant()).toMatchObject({ plan: 'payg', overrides: { contact_limit: 7, daily_quota: null } });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add prepaid emails' }).click();
    await dialog.getByLabel('Count').fill('5000');
    await dialog.getByRole('button', { name: 'Add prepaid emails' }).click();
    await page.getByText('Prepaid emails added.').waitFor();
    expect((await tenant()).credits_balance).toBe(5000);
    await page.route('**/credits', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add prepaid emails' }).click();
    await dialog.getByLabel('Count').fill('2000');
    await dialog.getByRole('button', { name: 'Add prepaid emails' }).click();
    await dialog.getByText('This may have been done all the same').waitFor();
    await page.getByText('7,000', { exact: true }).waitFor();
    await page.unroute('**/credits');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
    expect((await tenant()).suspended).toBe(true);
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByText('Tenant saved.').waitFor();
    expect((await tenant()).suspended).toBe(false);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('A new one');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Tenant deleted.').waitFor();
    expect((await visit.server.admin('GET', `/admin/tenants/${id}`)).status).toBe(404);
  });

  it('tell the members of a tenant that it is suspended, and who can change that', async () => {
    const tenant = await visit.server.mint();
    const member = await visit.signUp({ tenant_id: tenant.id, role: 'owner' });
    const set = (suspended: boolean) => visit.server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
    await set(true);
    const { page, open, violations, narrowWidth, faults } = await visit.openConsole({}, member);
    await open(`/${tenant.id}/members`);
    await page.getByRole('heading', { name: 'is suspended' }).waitFor();
    await page.getByText('Contact whoever runs this service').waitFor();
    expect([await violations(), await narrowWidth(), faults]).toEqual([[], 320, []]);
    await set(false);
    await open(`/${tenant.id}/members`);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
  });

  it('suppress an address for all, run a job, and keep somebody out', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open } = await visit.openConsole();
    await open('/operator/suppressions');
    await page.getByRole('button', { name: 'Suppress address' }).click();
    await page.getByRole('dialog').getByLabel('Email address').fill('all@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Suppress address' }).click();
    await page.getByText('Address suppressed.').waitFor();
    const listed = async () => (await visit.server.admin('GET', '/admin/suppressions?email=all%40example.org')).body.data.length;
    expect(await listed()).toBe(1);
    await page.getByRole('button', { name: 'Remove the suppression of all@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Suppression removed.').waitFor();
    expect(await listed()).toBe(0);
    await open('/operator');
    await page.getByRole('button', { name: 'Run cleanup' }).click();
    await page.getByText('cleanup handled').waitFor();
    await open('/operator/people');
    await page.getByRole('button', { name: `Actions for ${person.email}` }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await page.getByText(`${person.email} updated.`).waitFor();
    expect((await person.browser.call('GET', '/account/me')).status).toBe(401);
  });

  it('show a job that was given up, whose it was and why, and look for its work', async () => {
    const { tenant, server } = visit;
    const mail = { from: tenant.from, to: ['ada@example.org'], subject: 'x', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body: mail })).body;
    const { name } = (await server.admin('GET', `/admin/tenants/${tenant.id}`)).body;
    await giveUpJob(server, { queue: 'deliver_bulk', payload: { message_ids: [id] }, error: 'no room left' });
    const { page, open, violations } = await visit.openConsole();
    await open(`/operator/tenants/${tenant.id}`);
    await page.getByRole('link', { name: 'Failed jobs' }).last().click();
    const jobs = page.getByRole('table', { name: 'Failed jobs' });
    await expect.poll(() => jobs.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: `Remove filter: Tenant: ${name}` }).click();
    await expect.poll(() => jobs.getByRole('row').count()).toBe(3);
    await jobs.getByRole('button', { name: 'Marketing email delivery' }).click();
    const dialog = page.getByRole('dialog');
    for (const said of ['no room left', id]) await dialog.getByText(said, { exact: true }).waitFor();
    await dialog.getByRole('link', { name }).waitFor();
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Run scheduler' }).click();
    await page.getByText('scheduler handled').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('lead from a tenant to its part of the audit, in words, and to its own screens for a member alone', async () => {
    const { tenant, server } = visit;
    const body = { name: 'Leaked', permission: 'sending_access' };
    const bearer = await visit.owner.browser.bearer({ tenant_id: tenant.id });
    const { id: key } = (await server.as(bearer)('POST', '/v1/api-keys', { body })).body;
    const { page, open } = await visit.openConsole();
    await open(`/operator/tenants/${tenant.id}`);
    await page.getByRole('button', { name: 'Revoke Leaked' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('API key revoked.').waitFor();
    await page.getByRole('button', { name: 'Revoke Leaked' }).waitFor({ state: 'detached' });
    await page.locator('main').getByRole('link', { name: 'Audit log' }).first().click();
    const entries = page.getByRole('table', { name: 'Audit log' });
    await entries.getByRole('row', { name: key }).getByText('Created an API key').waitFor();
    await entries.getByRole('row', { name: key }).getByText('apiKeys.create').waitFor();
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    const { name } = (await server.admin('GET', `/admin/tenants/${tenant.id}`)).body;
    const created = entries.getByRole('row', { name: key });
    await created.getByRole('link', { name }).waitFor();
    await created.getByText(tenant.id, { exact: true }).waitFor();
    const revoked = entries.getByRole('row', { name: 'Revoked an API key of a tenant' });
    await revoked.getByText('admin.tenants.deleteApiKey').waitFor();
    await open(`/operator/tenants/${tenant.id}`);
    await page.locator('main').getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/${tenant.id}/events`);
    const { id: foreign } = (await server.admin('POST', '/admin/tenants', { body: { name: 'Foreign' } })).body;
    await open(`/operator/tenants/${foreign}`);
    await page.getByText('Only members of this tenant can see').waitFor();
    expect(await page.locator('main').getByRole('link', { name: 'Events' }).count()).toBe(0);
  });

  it('invite somebody to a tenant, as what is chosen', async () => {
    const { page, open, violations } = await visit.openConsole();
    await open('/operator/people');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('invited@example.org');
    expect(await dialog.getByLabel('Role').count()).toBe(0);
    await dialog.getByLabel('Tenant').selectOption(visit.tenant.id);
    await dialog.getByLabel('Role').selectOption('marketer');
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite person' }).click();
    const link = (await dialog.getByText('#token=').textContent()) ?? '';
    const body = { token: tokenOf(link), password: PASSWORD };
    const { body: me } = await openBrowser(visit.server).call('POST', '/account/links/accept', { body });
    expect(me.memberships).toMatchObject([{ tenant_id: visit.tenant.id, role: 'marketer' }]);
  });

  itHasWritten('operator', () => visit);
});

describe.skipIf(browserMissing !== undefined).each(engines)('mail that does not get out, on $name', (engine) => {
  it('is counted by why it waits, with the age of the oldest', async () => {
    const visit = await visitConsole(engine, { PROVIDER_URL: 'smtp://127.0.0.1:1' });
    const { tenant, server } = visit;
    const mail = { from: tenant.from, to: ['ada@example.org'], subject: 'Waits', text_body: 'x' };
    await tenant.call('POST', '/v1/email', { body: mail });
    await tenant.call('POST', '/v1/email', { body: { ...mail, scheduled_at: Date.now() + 86_400_000 } });
    await server.run('dispatch');
    const { page, open, violations } = await visit.openConsole();
    await open('/operator');
    const waiting = page.getByRole('table', { name: 'Waiting mail' });
    const cellsOf = (reason: string) => waiting.getByRole('row', { name: reason }).getByRole('cell');
    await expect.poll(() => cellsOf('waiting to be retried').nth(2).textContent()).toBe('1');
    expect(await cellsOf('waiting to be retried').nth(3).textContent()).toMatch(/now|second|minute/);
    expect(await cellsOf('not due yet').nth(2).textContent()).toBe('1');
    await page.getByRole('table', { name: 'Queues' }).getByRole('row', { name: 'deliver', exact: false }).first().waitFor();
    expect(await violations()).toEqual([]);
    await visit.end();
  });
});
