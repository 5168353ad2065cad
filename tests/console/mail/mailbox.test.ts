import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, sqlite } from '../../support/engines.ts';
import { startWebSink, type WebSink } from '../../support/fakes/web-sink.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { HOSTILE } from '../support/fill.ts';
import { pressKeys } from '../support/press-keys.ts';
import { type Visit, visitConsole } from '../support/visit.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(browserMissing !== undefined).each(engines)('the mailbox of the console on $name', (engine) => {
  let visit: Visit;
  let sink: WebSink;

  beforeAll(async () => {
    [visit, sink] = await Promise.all([visitConsole(engine), startWebSink()]);
    const { tenant, server } = visit;
    const html = `<h1>Hello</h1><script>fetch('${sink.url}/')</script><img src="${sink.url}/a.png"><img alt="ours" src="cid:ours">`;
    const attachments = [
      { filename: 'ours.png', content: PIXEL, content_type: 'image/png', content_id: 'ours' },
      { filename: `${HOSTILE.replaceAll(/["/]/g, '')}.html`, content: Buffer.from('<script>1</script>').toString('base64') },
    ];
    const mail = {
      from: tenant.from,
      to: ['ada@example.org'],
      cc: ['b@example.org'],
      subject: HOSTILE,
      html_body: html,
      text_body: 'Hello',
    };
    const sent = await tenant.call('POST', '/v1/email', { body: { ...mail, attachments } });
    if (sent.status >= 300) throw new Error(JSON.stringify(sent.body));
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['grace@example.org'], subject: 'Another', text_body: 'x' } });
    await server.run('dispatch');
  });
  afterAll(() => Promise.all([visit?.end(), sink?.close()]));

  it('has what would have been sent, which comes by itself and is found by its words', async () => {
    const { page, open, violations, refused } = await visit.openConsole();
    await open('/operator');
    await pressKeys(page, ['g', 'm']);
    await page.getByRole('link', { name: 'grace@example.org' }).waitFor();
    expect([await violations(), await refused()]).toEqual([[], []]);
    const body = { from: visit.tenant.from, to: ['new@example.org'], subject: 'Fresh', text_body: 'x' };
    await visit.tenant.call('POST', '/v1/email', { body });
    await visit.server.run('dispatch');
    await page.getByRole('link', { name: 'new@example.org' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ANOTHER grace@');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('searchbox').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
  });

  it('is that of one tenant alone where it is come to from there, and is saved as such', async () => {
    const { page, open } = await visit.openConsole();
    const other = await visit.server.mint();
    const body = { from: other.from, to: ['elsewhere@example.org'], subject: 'Of another', text_body: 'x' };
    await other.call('POST', '/v1/email', { body });
    await visit.server.run('dispatch');
    await open(`/operator/mailbox?tenant=${other.id}`);
    await page.getByRole('link', { name: 'elsewhere@example.org' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('captured.csv');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2);
  });

  it('shows a mail as its reader sees it and as it is written, with its files, and nothing of it happens', async () => {
    const console = await visit.openConsole();
    const { page, open, violations, refused } = console;
    await open('/operator/mailbox');
    await page.getByRole('link', { name: 'ada@example.org, b@example.org' }).first().click();
    await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await frame.getByAltText('ours').getAttribute('src')).toBe(`data:image/png;base64,${PIXEL}`);
    expect([await violations(), await refused()]).toEqual([[], []]);
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.getByRole('region', { name: 'Headers' }).getByText('MIME-Version: 1.0').waitFor();
    await page.getByRole('tab', { name: 'Source' }).click();
    await page.getByRole('region', { name: 'Source' }).getByText('Content-Type: multipart/mixed').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^cap_\w+\.eml$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('To: ada@example.org');
    expect({ connections: sink.connections(), faults: console.faults }).toEqual({ connections: 0, faults: [] });
  });

  it('fits on 320 pixels', async () => {
    const { page, open } = await visit.openConsole({ viewport: { width: 320, height: 700 } });
    await open('/operator/mailbox');
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    expect(await width()).toBe(320);
    await page.getByRole('link', { name: 'ada@example.org, b@example.org' }).first().click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await width()).toBe(320);
  });
});

describe.skipIf(browserMissing !== undefined)('a service that sends its mail', () => {
  it('has no mailbox', async () => {
    const visit = await visitConsole(sqlite, { PROVIDER_URL: 'smtp://127.0.0.1:1' });
    const { page, open } = await visit.openConsole();
    const asked = page.waitForResponse(/\/admin\/stats$/);
    await open('/operator');
    await asked;
    await page.getByRole('link', { name: 'Tenants' }).waitFor();
    expect(await page.getByRole('link', { name: 'Mailbox' }).count()).toBe(0);
    await visit.end();
  });
});
