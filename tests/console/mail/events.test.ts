import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { HOSTILE } from '../support/fill.ts';
import { pressKeys } from '../support/press-keys.ts';
import { type Visit, visitConsole } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('the screen of events on $name', (engine) => {
  let visit: Visit;
  const path = () => `/${visit.tenant.id}/events`;
  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  async function send(to: string): Promise<string> {
    const body = { from: visit.tenant.from, to: [to], subject: HOSTILE, text_body: 'x' };
    const { message_id } = (await visit.tenant.call('POST', '/v1/email', { body })).body;
    await visit.server.run('dispatch');
    return message_id;
  }
  const told = (page: Awaited<ReturnType<Visit['openConsole']>>['page']) => page.locator('tbody tr td:first-child').allInnerTexts();

  it('says what there will be, and shows what comes as it comes, newest first', async () => {
    const { page, open, violations, refused } = await visit.openConsole();
    await open(`/${visit.tenant.id}`);
    await pressKeys(page, ['g', 'v']);
    await page.getByRole('heading', { name: 'No events yet' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await violations()).toEqual([]);
    const id = await send('ada@example.org');
    await expect.poll(() => told(page)).toEqual(['Handed to the mail server: ada@example.org']);
    const bounce = { message_id: id, type: 'bounce', recipients: ['ada@example.org'] };
    await visit.server.admin('POST', '/admin/provider-events', { body: bounce });
    await visit.tenant.call('POST', '/v1/contacts', { body: { email: 'grace@example.org', attributes: { note: HOSTILE } } });
    await expect
      .poll(() => told(page))
      .toEqual(['Contact created: grace@example.org', 'Delivery to ada@example.org bounced', 'Handed to the mail server: ada@example.org']);
    expect([await violations(), await refused()]).toEqual([[], []]);
  });

  it('shows those of recent mail at first, by type and by mail, as programs are told', async () => {
    const id = await send('alan@example.org');
    const { page, open, violations } = await visit.openConsole();
    await open(path());
    await page.getByText('Delivery to ada@example.org bounced').waitFor();
    await page.getByLabel('Event', { exact: true }).selectOption('sent');
    await expect
      .poll(() => told(page))
      .toEqual(['Handed to the mail server: alan@example.org', 'Handed to the mail server: ada@example.org']);
    expect(new URL(page.url()).search).toBe('?type=sent');
    await page.keyboard.press('Tab');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`"message_id": "${id}"`).waitFor();
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Only this email' }).click();
    await expect.poll(() => told(page)).toEqual(['Handed to the mail server: alan@example.org']);
    expect(new URL(page.url()).searchParams.get('message')).toBe(id);
    await page.getByRole('button', { name: `Remove filter: Email: ${id}` }).click();
    await expect.poll(async () => (await told(page)).length).toBe(2);
  });

  it('stands still while it is paused, and then has what came meanwhile', async () => {
    const { page, open } = await visit.openConsole();
    await open(path());
    await page.getByText('Live', { exact: true }).waitFor();
    const before = (await told(page)).length;
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('/v1/events') && asked.push(request.url())));
    const id = await send('edsger@example.org');
    const feed = await visit.tenant.call('GET', `/v1/events?message_id=${id}&wait=10`);
    expect([feed.body.data.length, (await told(page)).length, asked]).toEqual([1, before, []]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await told(page)).length).toBe(before + 1);
    expect(asked.length).toBeGreaterThan(0);
  });

  it('is for those who see bodies of mail', async () => {
    const viewer = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open, violations } = await visit.openConsole({}, viewer);
    await open(path());
    await page.getByText('Your role does not allow this').waitFor();
    expect([await page.getByRole('link', { name: 'Events' }).count(), await violations()]).toEqual([0, []]);
  });

  it('fits on 320 pixels', async () => {
    const { page, open } = await visit.openConsole({ viewport: { width: 320, height: 700 } });
    await open(path());
    await page.getByText(/^Delivery to .+ bounced/).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
