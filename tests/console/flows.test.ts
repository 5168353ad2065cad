import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { PASSWORD } from '../support/fixtures/people.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { eventually } from '../support/wait.ts';
import { type Visit, visitConsole, within } from './support/visit.ts';
import { itHasWritten } from './support/write-coverage.ts';

/** Records in `widths` how wide the open dialog may be, and then how wide it may be while it closes. */
const RECORD_WIDTHS = `widths = [getComputedStyle(document.querySelector('[role=dialog]')).maxWidth];
  new MutationObserver(() => {
    const closing = document.querySelector('[role=dialog][data-closed]');
    if (closing !== null) widths.push(getComputedStyle(closing).maxWidth);
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`;

describe.skipIf(browserMissing !== undefined).each(engines)('what is done in the console on $name', (engine) => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('takes an invitation by its link, which leaves the address bar, and lets in by the password afterwards', async () => {
    const invitation = { email: 'grace@example.com', tenant_id: visit.tenant.id, role: 'developer' };
    const { body } = await visit.server.admin('POST', '/admin/people/invitations', { body: invitation });
    const { page, foreign, faults } = await visit.openOutside();
    await page.goto(body.link.replace(new URL(body.link).origin, visit.server.url));
    await page.getByLabel('Your name').fill('Grace');
    expect(page.url()).toBe(`${visit.server.url}/console/link`);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console${home()}`);
    await page.getByRole('button', { name: 'Your account: Grace' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${visit.server.url}/console${home()}/keys`);
    await page.getByLabel('Email address').fill('grace@example.com');
    await page.getByLabel('Password').fill('not the password at all');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Wrong email address, password or code.' }).waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(
      await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage)).filter((name) => /token|bearer/.test(name))'),
    ).toEqual([]);
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
  });

  it('sends a mail, which then is in the log with what became of it', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/emails`);
    await page.getByText(`"from": "hello@${visit.tenant.domain.name}"`).waitFor();
    await page.getByRole('link', { name: 'Send email' }).click();
    await page.getByLabel('To', { exact: true }).fill('ada@example.org');
    await page.getByLabel('Subject').fill('Written in the console');
    await page.getByRole('textbox', { name: 'Plain text' }).fill('It works.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Written in the console' }).waitFor();
    await visit.server.run('dispatch');
    await page.getByText('Handed to the mail server').waitFor();
    const { body } = await visit.server.admin('GET', '/admin/captured');
    expect(body.data[0].subject).toBe('Written in the console');
  });

  it('moves and cancels a mail that waits', async () => {
    const scheduled = {
      from: visit.tenant.from,
      to: ['a@example.org'],
      subject: 'Waits',
      text_body: 'x',
      scheduled_at: Date.now() + 86_400_000,
    };
    const { body } = await visit.tenant.call('POST', '/v1/email', { body: scheduled });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/emails/${body.message_id}`);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByLabel('When').fill('2099-01-02T03:04');
    await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
    await page.getByText('Email rescheduled.').waitFor();
    const moved = await visit.tenant.call('GET', `/v1/messages/${body.message_id}`);
    expect(new Date(moved.body.scheduled_at).getFullYear()).toBe(2099);
    await page.getByRole('button', { name: 'Cancel sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect((await visit.tenant.call('GET', `/v1/messages/${body.message_id}`)).body.status).toBe('cancelled');
  });

  it('makes a key, shows it once, and revokes it', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('from the console');
    await page.getByLabel('Permission').selectOption('full_access');
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
    const key = await page.getByRole('region', { name: 'Key', exact: true }).textContent();
    expect((await visit.server.as(key ?? '')('GET', '/v1/usage')).status).toBe(200);
    // The lines beside it work as they are.
    const lines = page.getByRole('region', { name: 'Quick start' });
    const [, sent = ''] = /-d '(.+)'$/s.exec((await lines.textContent()) ?? '') ?? [];
    expect((await visit.server.as(key ?? '')('POST', '/v1/email', { body: sent })).status).toBe(202);
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await lines.filter({ hasText: `apiKey: '${key}', baseUrl: '${visit.server.url}'` }).waitFor();
    await page.evaluate(RECORD_WIDTHS);
    await page.getByRole('button', { name: 'I have saved this' }).click();
    await expect.poll(() => page.getByText(key ?? '').count()).toBe(0);
    const [width, ...whileClosing] = await page.evaluate<string[]>('widths');
    expect(new Set(whileClosing)).toEqual(new Set([width]));
    await page.getByRole('button', { name: 'Revoke from the console' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('API key revoked.').waitFor();
    expect((await visit.server.as(key ?? '')('GET', '/v1/usage')).status).toBe(401);
  });

  it('adds a domain and shows what to publish', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/domains`);
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill('https://example.com/');
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('alert').filter({ hasText: 'not a valid domain name' }).waitFor();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill('news.example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { name: 'news.example.com' }).waitFor();
    const { body } = await visit.tenant.call('GET', '/v1/domains');
    for (const { value } of body.data[0].records) await page.getByText(value, { exact: true }).first().waitFor();
    await page.getByLabel('Track opens').check();
    await eventually(async () => (await visit.tenant.call('GET', `/v1/domains/${body.data[0].id}`)).body.open_tracking || undefined);
  });

  it('adds an endpoint with its secret, sends it a test, and shows the delivery', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/webhooks`);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('URL').fill('https://example.com/hook');
    await page.getByLabel('All events').uncheck();
    await page.getByLabel('bounce').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    expect(await page.getByRole('region', { name: 'Signing secret' }).textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have saved this' }).click();
    await page.getByRole('link', { name: 'https://example.com/hook' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('button', { name: 'bounce' }).click();
    await page.getByRole('dialog').getByText('"sample": true').waitFor();
    const { body } = await visit.tenant.call('GET', '/v1/webhooks');
    expect(body.data[0].events).toEqual(['bounce']);
  });

  it('suppresses addresses, says which are none, and lifts one', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/suppressions`);
    await page.getByRole('button', { name: 'Suppress addresses' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Addresses' }).fill('one@example.org\nno address');
    await page.getByRole('dialog').getByRole('button', { name: 'Suppress addresses' }).click();
    await page.getByText('Not valid addresses: no, address').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Remove the suppression of one@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No suppressed addresses').waitFor();
    expect((await visit.tenant.call('GET', '/v1/suppressions')).body.data).toEqual([]);
  });

  it('writes a template beside what comes of it, and names a fault by its line', async () => {
    const { page, open, refused } = await visit.openConsole();
    await open(`${home()}/templates`);
    await page.getByRole('link', { name: 'Create template' }).click();
    await page.getByLabel('Alias').fill('greeting');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByText('Welcome, Ada', { exact: true }).waitFor();
    await page.getByLabel('Subject').fill('{% if %}');
    await page.getByRole('alert').filter({ hasText: 'subject, line 1' }).waitFor();
    await page.getByLabel('Subject').fill('Hello {{ name }} {{ gone }}');
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    await page.getByText('gone', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.getByText('Version 1 saved and active.').waitFor();
    const { body } = await visit.tenant.call('GET', '/v1/templates/greeting/versions/1');
    expect(body).toMatchObject({ subject: 'Hello {{ name }} {{ gone }}', active: true });
    expect(await refused()).toEqual([]);
  });

  it('invites somebody, changes a role, and has it in the audit', async () => {
    const other = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open } = await visit.openConsole({ viewport: { width: 1440, height: 900 } });
    await open(`${home()}/members`);
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('Email address').fill('alan@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('marketer');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite member' }).click();
    await page.getByRole('dialog').getByText('/console/link#token=').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel(`Role of ${other.email}`).selectOption('developer');
    await page.getByText(`${other.email}: Developer.`).waitFor();
    expect((await other.browser.call('GET', '/account/me')).body.memberships[0].role).toBe('developer');
    await open(`${home()}/audit`);
    await page.getByText('members.update').first().waitFor();
    const isWhole = (cell: unknown) => Reflect.get(Object(cell), 'scrollWidth') <= Reflect.get(Object(cell), 'clientWidth');
    expect(await page.getByRole('cell', { name: 'account.links.accept (invitation)' }).first().evaluate(isWhole)).toBe(true);
  });

  it('offers nobody what the role does not allow', async () => {
    const viewer = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open, faults } = await visit.openConsole({}, viewer);
    for (const [path, action] of [
      ['keys', 'Create API key'],
      ['domains', 'Add domain'],
      ['webhooks', 'Add endpoint'],
      ['members', 'Invite member'],
    ] as const) {
      await open(`${home()}/${path}`);
      expect(await page.getByRole('button', { name: action }).count()).toBe(0);
    }
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  itHasWritten('flows', () => visit);
});
