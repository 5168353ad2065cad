import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { fillMarketing, HOSTILE, type Things } from '../support/fill.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

const LINKS = 'https://links.example.com';
const READER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe.skipIf(browserMissing !== undefined).each(engines)('figures on $name', (engine) => {
  let visit: Visit;
  let things: Things;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine, { LINK_BASE_URL: LINKS });
    const { tenant, server } = visit;
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { open_tracking: true, click_tracking: true } });
    things = await fillMarketing(visit);
    await server.run('automations');
    await server.run('dispatch');
    const { body } = await tenant.call('GET', `/v1/broadcasts/${things.broadcast}/recipients?status=sent&limit=1`);
    const { html } = await capturedMail(server, body.data[0].message_id);
    const places = [...html.matchAll(/(?:src|href)="https:\/\/links\.example\.com([^"]*)"/g)].map(([, path = '']) => path);
    for (const path of places.filter((path) => !path.includes('unsubscribe')))
      await fetch(`${server.url}${path}`, { headers: READER, redirect: 'manual' });
  });
  afterAll(() => visit?.end());

  const openAt = async (path: string) => {
    const console = await visit.openConsole();
    await console.open(path);
    return console;
  };

  it('of a broadcast are when it was opened, and which links were followed', async () => {
    const { page, violations, refused } = await openAt(`${home()}/broadcasts/${things.broadcast}`);
    const table = page.getByRole('table', { name: 'Opens and clicks over time' });
    await table.waitFor();
    const counted = (await table.getByRole('cell').allTextContents()).map(Number);
    expect(counted.filter((count) => count > 0)).toEqual([1, 1]);
    await page.getByLabel('Period', { exact: true }).selectOption('day');
    await expect.poll(() => table.getByRole('row').count()).toBe(15);
    const row = page.getByRole('table', { name: 'Links' }).getByRole('row').last();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['http://example.org/', '1', '1']);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hello {{ attributes.city }}' }).waitFor();
    expect([await violations(), await refused()]).toEqual([[], []]);
  });

  it('of a broadcast go on after it was sent', async () => {
    const { page, open } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/broadcasts/${things.broadcast}`);
    const complaints = page.locator('dl > div').filter({ has: page.getByText('Complaints', { exact: true }) });
    await complaints.getByText('0', { exact: true }).waitFor();
    const { body } = await visit.tenant.call('GET', `/v1/broadcasts/${things.broadcast}/recipients?status=sent&limit=1`);
    const [{ message_id, email }] = body.data;
    await visit.server.admin('POST', '/admin/provider-events', { body: { message_id, type: 'complaint', recipients: [email] } });
    await page.clock.fastForward(31_000);
    await complaints.getByText('1', { exact: true }).waitFor();
  });

  it('of an automation stand at its steps', async () => {
    const { page, violations } = await openAt(`${home()}/automations/${things.automation}`);
    const step = (id: string) => page.locator('li > div').filter({ has: page.getByText(id, { exact: true }) });
    await step('hello').getByText('1 sent', { exact: true }).waitFor();
    await step('opened').getByText('1 here now').waitFor();
    expect([await page.getByText('here now').count(), await violations()]).toEqual([1, []]);
  });

  it('of a contact are its audiences, and what happened', async () => {
    const { page, violations } = await openAt(`${home()}/contacts/${things.contact}`);
    await page.getByRole('link', { name: HOSTILE.replace('\u202e', '\ufffd') }).waitFor();
    const happened = page.getByRole('table', { name: 'Activity' });
    await happened.getByText('Contact created: ada@example.org').waitFor();
    await happened.getByText('Handed to the mail server').first().click();
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
    expect(await violations()).toEqual([]);
  });

  it('of a broadcast are none of what its domain does not count', async () => {
    const { tenant, server } = visit;
    const target = { target_kind: 'segment', target_id: (await post('/v1/segments', { name: 'All', filter: { all: true } })).id };
    const { id: unread } = await post('/v1/broadcasts', { name: 'Unread', subject: 'x', body_text: 'x', from: tenant.from, ...target });
    await post(`/v1/broadcasts/${unread}/send`, {});
    await server.run('fanout');
    await server.run('dispatch');
    const { page, open } = await visit.openConsole();
    const told = (name: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .getByRole('definition');
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { open_tracking: false } });
    await open(`${home()}/broadcasts/${unread}`);
    await expect.poll(() => told('Opened').textContent()).toBe('– not tracked');
    expect(await told('Clicked').textContent()).toBe('0 0%');
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { open_tracking: true } });
    await open(`${home()}/broadcasts/${unread}`);
    await expect.poll(() => told('Opened').textContent()).toBe('0 0%');
  });

  it('of a broadcast tell once that somebody is suppressed, and lead to why', async () => {
    const { page, violations } = await openAt(`${home()}/broadcasts/${things.broadcast}?status=suppressed`);
    const row = page.getByRole('table', { name: 'Recipients' }).getByRole('row', { name: 'alan@example.org' });
    await row.waitFor();
    expect((await row.textContent())?.match(/suppressed/gi)).toHaveLength(1);
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'alan@example.org' }).waitFor();
    await page.getByRole('link', { name: 'Manual · All mail' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Manual · All mail' }).click();
    await page.getByRole('button', { name: 'Remove the suppression of alan@example.org' }).waitFor();
  });

  it('of usage are emails by day, of both streams', async () => {
    const { page, violations } = await openAt(`${home()}/usage`);
    const table = page.getByRole('table', { name: 'Emails per day' });
    await table.waitFor();
    const today = (await table.getByRole('row').last().getByRole('cell').allTextContents()).map(Number);
    const { marketing_emails: marketing } = (await visit.tenant.call('GET', '/v1/usage')).body;
    expect([today[1], marketing > 0, await violations()]).toEqual([marketing, true, []]);
    // The quota beside it is of single emails alone, and says so.
    const inOneDay = page.getByRole('listitem').filter({ hasText: 'Emails in 24 hours' });
    expect(await inOneDay.textContent()).toContain('24 hours0');
    await page.getByText('Emails sent by broadcasts and automations do not count').waitFor();
  });

  it('fit on 320 pixels', async () => {
    const { page, open, violations } = await visit.openConsole({ viewport: { width: 320, height: 700 } });
    for (const path of [
      '',
      '/usage',
      `/broadcasts/${things.broadcast}`,
      `/automations/${things.automation}`,
      `/contacts/${things.contact}`,
    ]) {
      await open(`${home()}${path}`);
      expect([path, await page.evaluate('document.documentElement.scrollWidth'), await violations()]).toEqual([path, 320, []]);
    }
  });
});
