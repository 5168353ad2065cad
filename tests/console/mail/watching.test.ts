import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { fillLog } from '../../support/fixtures/fill-log.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import type { TestTenant } from '../../support/server.ts';
import { HOSTILE } from '../support/fill.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

const DAY = 86_400_000;

/** Sends mail of a tenant; returns its id. */
async function send(tenant: TestTenant, change: object = {}): Promise<string> {
  const body = { from: tenant.from, to: ['ada@example.org'], subject: 'Hello', text_body: 'x', ...change };
  const answer = await tenant.call('POST', '/v1/email', { body });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.message_id;
}

describe.skipIf(browserMissing !== undefined).each(engines)('the overview on $name', (engine) => {
  let visit: Visit;
  let now: number;
  beforeAll(async () => {
    visit = await visitConsole(engine, BY_HAND);
    const { tenant, server } = visit;
    const report = (body: object) => server.admin('POST', '/admin/provider-events', { body });
    const bounced = await Promise.all(Array.from({ length: 6 }, (_, n) => send(tenant, { to: [`gone${n}@example.org`] })));
    await server.run('dispatch');
    for (const [n, message_id] of bounced.entries()) await report({ message_id, type: 'bounce', recipients: [`gone${n}@example.org`] });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 2 * DAY } });
    const emails = Array.from({ length: 94 }, (_, n) => ({ from: tenant.from, to: [`a${n}@example.org`], subject: 'x', text_body: 'x' }));
    await tenant.call('POST', '/v1/email/batch', { body: { emails } });
    await server.run('dispatch');
    await tenant.call('POST', '/v1/domains', { body: { name: 'mail.example.com' } });
    now = (await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } })).body.now;
  });
  afterAll(() => visit?.end());

  async function openOverview(path = '') {
    const console = await visit.openConsole();
    await console.page.clock.setFixedTime(now);
    await console.open(`/${visit.tenant.id}${path}`);
    return console;
  }

  it('shows by the day what was sent, to the eye and to screen readers, and goes through it by the arrow keys', async () => {
    const { page, violations, refused } = await openOverview();
    const table = page.getByRole('table', { name: 'Sent' });
    await table.waitFor();
    const counted = await table.getByRole('cell').allTextContents();
    expect([counted.length, counted.at(-1), counted.at(-3), counted.filter((count) => count !== '0').length]).toEqual([30, '94', '6', 2]);
    const slider = page.getByRole('slider', { name: 'Sent: step through the bars' });
    await slider.focus();
    for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: Sent 6$/);
    expect(await page.locator('figure svg rect').count()).toBe(3);
    expect([await violations(), await refused()]).toEqual([[], []]);
  });

  it('shows another figure as bars, over another time, which the address keeps', async () => {
    const { page } = await openOverview();
    await page.getByRole('button', { name: 'Bounces' }).click();
    await page.getByRole('table', { name: 'Bounces' }).waitFor();
    await page.getByLabel('Period', { exact: true }).selectOption('7');
    await expect.poll(() => page.getByRole('table', { name: 'Bounces' }).getByRole('cell').count()).toBe(7);
    expect(new URL(page.url()).search).toBe('?show=bounced&days=7');
    await page.reload();
    await page.getByRole('table', { name: 'Bounces' }).waitFor();
    expect(await page.getByRole('button', { name: 'Bounces' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('says what is in trouble, and holds the rates against what receivers bear', async () => {
    const { page } = await openOverview();
    await page.getByText('Above 5%: mailbox providers reject mail like this.').waitFor();
    await page.getByText('Good: below 0.1%.').waitFor();
    const trouble = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Needs attention' }) });
    await expect
      .poll(() => trouble.getByRole('listitem').allTextContents())
      .toEqual(['Invalid addresses6% of addresses are invalid', 'mail.example.comDNS records not found yet']);
    await trouble.getByRole('link', { name: 'Invalid addresses' }).click();
    await page.getByText('gone3@example.org').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(6);
  });

  it('counts deliveries once one was reported, which most SMTP servers never do', async () => {
    const { page } = await openOverview();
    await page.getByRole('button', { name: 'Delivered – none reported' }).waitFor();
    const message_id = await send(visit.tenant);
    await visit.server.run('dispatch');
    const body = { message_id, type: 'delivery', recipients: ['ada@example.org'] };
    expect((await visit.server.admin('POST', '/admin/provider-events', { body })).status).toBe(202);
    await page.reload();
    await page.getByRole('button', { name: 'Delivered 1 0.99%' }).waitFor();
  });

  it('says of opens and clicks that no domain counts them, and counts them where one does', async () => {
    const { page } = await openOverview();
    await page.getByRole('button', { name: 'Opens – not tracked' }).waitFor();
    await page.getByRole('button', { name: 'Clicks – not tracked' }).waitFor();
    await visit.tenant.call('PATCH', `/v1/domains/${visit.tenant.domain.id}`, { body: { open_tracking: true } });
    await page.reload();
    await page.getByRole('button', { name: 'Opens 0', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clicks – not tracked' }).waitFor();
  });

  it('leads to the first mail until it is gone', async () => {
    const empty = await visit.server.mint();
    const novice = await visit.signUp({ tenant_id: empty.id, role: 'owner' });
    const { page, open, violations } = await visit.openConsole({}, novice);
    await open(`/${empty.id}`);
    await page.getByRole('heading', { name: 'Send your first email' }).waitFor();
    const command = await page.getByRole('region', { name: 'Command to send an email' }).textContent();
    for (const part of [`curl ${visit.server.url}/v1/email`, 'Bearer $POSTHORN_API_KEY', `"from": "hello@${empty.domain.name}"`])
      expect(command).toContain(part);
    expect([await page.getByRole('slider').count(), await violations()]).toEqual([0, []]);
    await send(empty);
    await visit.server.run('dispatch');
    await page.reload();
    await page.getByRole('slider').waitFor();
    expect(await page.getByRole('heading', { name: 'Send your first email' }).count()).toBe(0);
  });
});

describe.skipIf(browserMissing !== undefined).each(engines)('searching on $name', (engine) => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  const listed = async (page: Awaited<ReturnType<Visit['openConsole']>>['page']) => page.locator('tbody a[data-row]').allTextContents();

  it('finds mail by whatever is known of it, and keeps that in the address', async () => {
    const { tenant, server } = visit;
    await send(tenant, { to: ['ada@example.org'], subject: 'Receipt 7', tags: { order: '7:1' } });
    await send(tenant, { to: ['grace@example.org'], subject: HOSTILE, stream: 'marketing' });
    await send(tenant, { to: ['alan@example.org'], from: `The Shop <${tenant.from}>`, tags: { order: '8' } });
    await server.run('dispatch');
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/emails`);
    await page.keyboard.press('/');
    await page.keyboard.type('receipt');
    await page.keyboard.press('Enter');
    await expect.poll(() => listed(page)).toEqual(['ada@example.org']);
    expect(new URL(page.url()).search).toBe('?subject=receipt');
    await page.getByRole('searchbox').fill('grace@example.org');
    await page.keyboard.press('Enter');
    await expect.poll(() => listed(page)).toEqual(['grace@example.org']);
    expect(new URL(page.url()).searchParams.get('recipient')).toBe('grace@example.org');
    await page.getByRole('button', { name: 'Filters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByLabel('Recipient').fill('');
    await dialog.getByLabel('Tag').fill('order:7:1');
    await dialog.getByLabel('Stream').selectOption('transactional');
    await dialog.getByLabel('Domain').selectOption({ label: tenant.domain.name });
    await dialog.getByLabel('Start date').fill('2020-01-01');
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => listed(page)).toEqual(['ada@example.org']);
    await page.getByRole('button', { name: 'Filters (4)' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter: Tag: order:7:1' }).click();
    await expect.poll(async () => (await listed(page)).sort()).toEqual(['ada@example.org', 'alan@example.org']);
    await open(`${home()}/emails?from=the+shop&status=sent`);
    await expect.poll(() => listed(page)).toEqual(['alan@example.org']);
    await open(`${home()}/emails?subject=${encodeURIComponent(HOSTILE)}`);
    await expect.poll(() => listed(page)).toEqual(['grace@example.org']);
    await open(`${home()}/emails?until=2020-01-01&stream=nonsense`);
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    expect(await violations()).toEqual([]);
  });

  it('goes to a mail by its id', async () => {
    const id = await send(visit.tenant, { subject: 'By its id' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/emails`);
    await page.keyboard.press('/');
    await page.keyboard.type(id);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By its id' }).waitFor();
  });

  it('tells of new mail above, also among what is searched for, and shows it when asked', async () => {
    const { page, open } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/emails?subject=fresh`);
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await send(visit.tenant, { subject: 'Not this one' });
    await send(visit.tenant, { to: ['new@example.org'], subject: 'A fresh one' });
    await page.clock.fastForward(11_000);
    await page.getByRole('button', { name: '1 new email' }).click();
    await expect.poll(() => listed(page)).toEqual(['new@example.org']);
    await page.getByRole('button', { name: '1 new email' }).waitFor({ state: 'hidden' });
  });

  it('tells on the page of a mail that went out when it bounces', async () => {
    const { page, open } = await visit.openConsole();
    const id = await send(visit.tenant, { to: ['gone@example.org'] });
    await visit.server.run('dispatch');
    await page.clock.install();
    await open(`${home()}/emails/${id}`);
    await page.getByText('Handed to the mail server').first().waitFor();
    const bounce = { message_id: id, type: 'bounce', recipients: ['gone@example.org'] };
    await visit.server.admin('POST', '/admin/provider-events', { body: bounce });
    await page.clock.fastForward(31_000);
    await page.getByText('Bounced').first().waitFor();
  });

  it('says how far back it has looked, and looks further when asked', async () => {
    const tenant = await visit.server.mint();
    const owner = await visit.signUp({ tenant_id: tenant.id, role: 'owner' });
    const from = Date.now() - 30 * DAY;
    const change = (index: number) => (index === 3 ? { subject: 'The needle' } : {});
    await fillLog(visit.server.app.db, { tenantId: tenant.id, count: 21_000, from, stepMs: 1000, change });
    const { page, open, violations } = await visit.openConsole({}, owner);
    await open(`/${tenant.id}/emails?subject=needle`);
    await page.getByText('No more matches since').waitFor();
    expect([await page.getByRole('heading', { name: 'No matches' }).count(), await violations()]).toEqual([0, []]);
    await page.getByRole('button', { name: 'Search further back' }).click();
    await expect.poll(() => listed(page)).toEqual(['user3@example.com']);
  });

  it('finds contacts by a part of the address, by the whole of it, and by an attribute', async () => {
    const contacts = ['ada@example.org', 'ada@example.com', 'grace@example.org'].map((email) => ({
      email,
      attributes: { plan: email.slice(0, 3) },
    }));
    await visit.tenant.call('POST', '/v1/contacts/batch', { body: { contacts } });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/contacts`);
    await page.keyboard.press('/');
    await page.keyboard.type('ADA@');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await listed(page)).sort()).toEqual(['ada@example.com', 'ada@example.org']);
    await open(`${home()}/contacts?email=ada%40example.co`);
    await expect.poll(() => listed(page)).toEqual(['ada@example.com']);
    await open(`${home()}/contacts?email=ada%40example.org`);
    await expect.poll(() => listed(page)).toEqual(['ada@example.org']);
    await open(`${home()}/contacts`);
    await page.getByLabel('Attribute, such as plan:pro').fill('plan:gra');
    await page.keyboard.press('Enter');
    await expect.poll(() => listed(page)).toEqual(['grace@example.org']);
    expect([new URL(page.url()).searchParams.get('attribute'), await violations()]).toEqual(['plan:gra', []]);
  });
});
