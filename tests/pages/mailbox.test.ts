import { readFileSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser, openPage } from '../support/browser.ts';
import { sqlite } from '../support/engines.ts';
import { OPERATOR_TOKEN, startTestServer, type TestServer, type TestTenant } from '../support/server.ts';
import { startWebSink, type WebSink } from '../support/web-sink.ts';

const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGPYEsJFEmIY1TCqYfhqAABVrBIQG7nBiwAAAABJRU5ErkJggg==';
const INVOICE = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));

/** HTML that tries whatever reaches the network, runs, or leaves the frame. */
const hostile = (host: string) => `<!doctype html><html><head>
<title>Hostile</title><base href="${host}/base/"><meta http-equiv="refresh" content="0;url=${host}/refresh">
<link rel="stylesheet" href="${host}/style.css"><link rel="preconnect" href="${host}"><link rel="prefetch" href="${host}/prefetch">
<script src="${host}/script.js"></script><script>document.documentElement.textContent = 'script ran'</script>
<style>@import url("${host}/import.css"); h1 { background: url("${host}/background.png"); color: rgb(1, 2, 3) }</style></head>
<body onload="document.body.textContent = 'handler ran'"><h1>Still here</h1>
<img id="logo" src="cid:logo" alt="logo" width="16"><img src="${host}/pixel.png" srcset="${host}/large.png 2x" alt="">
<img src="data:,broken" onerror="document.body.textContent = 'handler ran'" alt="">
<iframe src="${host}/frame"></iframe><object data="${host}/object"></object><embed src="${host}/embed"><video poster="${host}/poster.png"></video>
<svg><image href="${host}/svg.png"></image><script>document.body.textContent = 'script ran'</script></svg>
<form action="${host}/form"><button>Give it up</button></form><a href="${host}/link" ping="${host}/ping">Read more</a>
</body></html>`;

describe.skipIf(browserMissing !== undefined)('/mailbox in a browser', () => {
  let browser: Browser;
  let server: TestServer;
  let tenant: TestTenant;
  let sink: WebSink;

  beforeAll(async () => {
    [browser, server, sink] = await Promise.all([launchBrowser(), startTestServer(sqlite), startWebSink()]);
    tenant = await server.mint();
  });
  afterAll(() => Promise.all([browser.close(), server.stop(), sink.close()]));

  async function send(mail: Record<string, unknown>): Promise<void> {
    const { status } = await tenant.call('POST', '/v1/email', {
      body: { from: `Shop <${tenant.from}>`, to: ['ada@example.org'], text_body: 'Hello', ...mail },
    });
    expect(status).toBe(202);
    await server.run('dispatch');
  }

  async function openMailbox(options: BrowserContextOptions = {}): Promise<Page> {
    const { page } = await openPage(browser, server.url, options);
    await page.goto(`${server.url}/mailbox#token=${OPERATOR_TOKEN}`);
    await page.getByRole('navigation', { name: 'Captured mail' }).waitFor();
    return page;
  }

  const entry = (page: Page, subject: string) => page.getByRole('link', { name: subject });

  async function openMail(page: Page, subject: string): Promise<void> {
    await entry(page, subject).click();
    await page.getByRole('heading', { name: subject, level: 2 }).waitFor();
  }

  const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

  it('asks for the token, says when it is the wrong one, and keeps the right one for the tab alone', async () => {
    const { page } = await openPage(browser, server.url);
    await page.goto(`${server.url}/mailbox`);
    const field = page.getByLabel('Operator token');
    await field.fill('not the token of this server');
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'does not know this token' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await field.fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.reload();
    await page.getByRole('searchbox').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.getByRole('button', { name: 'Lock' }).click();
    await field.waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('takes the token from the link, and out of the address bar', async () => {
    const page = await openMailbox();
    expect(page.url()).toBe(`${server.url}/mailbox`);
    await page.goto(`${server.url}/mailbox#token=another-token-entirely`);
    await page.getByRole('alert').filter({ hasText: 'does not know this token' }).waitFor();
  });

  it('says where the server has no operator token', async () => {
    const closed = await startTestServer(sqlite, { OPERATOR_TOKEN: '' });
    const { page } = await openPage(browser, closed.url);
    await page.goto(`${closed.url}/mailbox#token=${OPERATOR_TOKEN}`);
    await page.getByRole('alert').filter({ hasText: 'set OPERATOR_TOKEN' }).waitFor();
    await closed.stop();
  });

  it('shows mail as it comes, without a reload', async () => {
    const page = await openMailbox();
    await send({ subject: 'It comes by itself' });
    await entry(page, 'It comes by itself').waitFor();
    expect(await page.locator('#mails > li').first().textContent()).toContain('It comes by itself');
  });

  it('shows all mail, not a page of it', async () => {
    const emails = Array.from({ length: 100 }, (_, index) => ({
      from: tenant.from,
      to: ['b@example.org'],
      subject: `Many ${index}`,
      text_body: 'x',
    }));
    await tenant.call('POST', '/v1/email/batch', { body: { emails } });
    await tenant.call('POST', '/v1/email/batch', { body: { emails: emails.slice(0, 50) } });
    await server.run('dispatch');
    const page = await openMailbox();
    await page.getByRole('searchbox').fill('many');
    await page
      .getByRole('status')
      .filter({ hasText: /^150 of \d+ mails$/ })
      .waitFor();
  });

  it('runs no script of a mail, and asks no other host for anything until remote images are asked for', async () => {
    await send({
      subject: 'Hostile',
      html_body: hostile(sink.url),
      attachments: [{ filename: 'logo.png', content_type: 'image/png', content: LOGO, content_id: 'logo' }],
    });
    const page = await openMailbox();
    await openMail(page, 'Hostile');
    const mail = page.frameLocator('iframe[title="HTML of the mail"]');
    await mail.getByRole('heading', { name: 'Still here' }).waitFor();
    const frame = page.frames().at(-1);
    expect(await frame?.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(1, 2, 3)');
    expect(await frame?.evaluate('logo.decode().then(() => logo.naturalWidth)')).toBe(16);
    await mail.getByRole('button', { name: 'Give it up' }).click();
    const sandbox = await page.locator('iframe').getAttribute('sandbox');
    expect(sandbox?.split(' ')).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/allow-(?:scripts|same-origin|forms|top-navigation)/)]),
    );
    expect(sink.connections()).toBe(0);

    await page.getByRole('switch', { name: 'Load remote images' }).check();
    await mail.getByRole('img', { name: '' }).first().waitFor();
    await expect.poll(() => sink.asked).toContain('/pixel.png');
    await expect.poll(() => sink.asked).toContain('/background.png');
    expect(sink.asked.filter((path) => !/^\/(?:pixel|large|background|poster|svg)\.png$/.test(path))).toEqual([]);
    expect(await mail.locator('body').textContent()).toContain('Still here');
  });

  it('shows a mail whose references to images cannot be read', async () => {
    await send({ subject: 'Odd references', html_body: '<p>Readable</p><img src="cid:%zz" alt="">' });
    const page = await openMailbox();
    await openMail(page, 'Odd references');
    await page.frameLocator('iframe').getByText('Readable').waitFor();
  });

  it('lets no name read as another', async () => {
    await send({ subject: 'Invoice \u202egpj.exe', attachments: [{ filename: 'photo\u202egpj.exe', content: 'aGk=' }] });
    const page = await openMailbox();
    await entry(page, 'Invoice \ufffdgpj.exe').click();
    await page.getByRole('heading', { name: 'Invoice \ufffdgpj.exe', level: 2 }).waitFor();
    await tab(page, 'Attachments (1)');
    await page.getByText('photo\ufffdgpj.exe', { exact: true }).waitFor();
  });

  it('keeps a long subject from pushing the mail off the page', async () => {
    await send({ subject: `Long ${'S'.repeat(990)}` });
    const page = await openMailbox({ viewport: { width: 390, height: 844 } });
    await entry(page, 'Long SSS').click();
    expect((await page.getByRole('tab', { name: 'Text' }).boundingBox())?.y).toBeLessThan(400);
  });

  it('opens a link of a mail in a tab of its own that knows nothing of this one', async () => {
    await send({ subject: 'With a link', html_body: `<a href="${sink.url}/link">Read more</a>` });
    const page = await openMailbox();
    await openMail(page, 'With a link');
    const opening = page.context().waitForEvent('page');
    await page.frameLocator('iframe').getByRole('link', { name: 'Read more' }).click();
    const opened = await opening;
    await opened.waitForURL(`${sink.url}/link`);
    expect(await opened.evaluate('[opener, document.referrer]')).toEqual([null, '']);
    await expect.poll(() => page.url()).toContain('/mailbox#cap_');
  });

  it('shows text, headers, envelope and source', async () => {
    await send({
      subject: 'Grüße <b>nicht fett</b>',
      to: ['Ada <ada@example.org>'],
      bcc: ['unseen@example.org'],
      html_body: '<p>Markup</p>',
      text_body: 'Plain & simple: https://shop.example/confirm?a=1.',
      headers: { 'X-Order': '1042' },
    });
    const page = await openMailbox();
    await openMail(page, 'Grüße <b>nicht fett</b>');
    const mail = page.getByRole('article', { name: 'Mail' });
    expect(await mail.locator('dl').first().textContent()).toContain('Ada <ada@example.org>');
    await mail.getByText('Envelope and ids').click();
    await mail.getByText('ada@example.org, unseen@example.org').waitFor();
    await tab(page, 'Text');
    expect(await mail.locator('.text').textContent()).toContain('Plain & simple: https://shop.example/confirm?a=1.');
    expect(await mail.locator('.text a').getAttribute('href')).toBe('https://shop.example/confirm?a=1');
    await tab(page, 'Headers');
    await mail.getByRole('row', { name: 'X-Order 1042' }).waitFor();
    await tab(page, 'Source');
    expect(await mail.locator('pre').textContent()).toMatch(/^DKIM-Signature: .*X-Order: 1042/s);
  });

  it('hands attachments and the source over with the right bytes', async () => {
    await send({
      subject: 'With a file',
      attachments: [{ filename: 'Rechnung für Ada.pdf', content_type: 'text/html', content: INVOICE.toString('base64') }],
    });
    const page = await openMailbox();
    await openMail(page, 'With a file');
    await tab(page, 'Attachments (1)');
    const [attachment] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    expect(attachment.suggestedFilename()).toBe('Rechnung für Ada.pdf');
    expect(readFileSync(await attachment.path()).equals(INVOICE)).toBe(true);
    await tab(page, 'Source');
    const [source] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    const { body } = await server.admin('GET', `/admin/captured/${source.suggestedFilename().replace('.eml', '')}`);
    expect(readFileSync(await source.path(), 'utf8')).toBe(body.raw);
  });

  it('finds by sender, recipient and subject, and says when nothing is found', async () => {
    await send({ subject: 'Password reset', to: ['grace@example.net'] });
    await send({ subject: 'Invoice', to: ['alan@example.net', 'grace@example.net'] });
    const page = await openMailbox();
    const search = page.getByRole('searchbox');
    const found = () => page.locator('#mails > li:not([hidden]) .subject').allTextContents();
    await search.fill('GRACE@example.net');
    expect(await found()).toEqual(['Invoice', 'Password reset']);
    await search.fill('grace reset');
    expect(await found()).toEqual(['Password reset']);
    await search.fill(`${tenant.from} alan@`);
    expect(await found()).toEqual(['Invoice']);
    await search.fill('nobody at all');
    expect(await found()).toEqual([]);
    await page.getByText('No mail matches.').waitFor();
  });

  it('is used with the keyboard alone', async () => {
    await send({ subject: 'Second', html_body: '<p>x</p>' });
    await send({ subject: 'First', html_body: '<p>x</p>' });
    const page = await openMailbox();
    await entry(page, 'First').waitFor();
    await page.getByRole('searchbox').focus();
    for (const key of ['Tab', 'Tab', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Second', level: 2 }).waitFor();
    expect(await entry(page, 'Second').getAttribute('aria-current')).toBe('true');
    await page.getByRole('tab', { name: 'HTML' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Text' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Source' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-source');
  });

  it('shows the list or the mail where there is no room for both', async () => {
    await send({ subject: 'On the phone' });
    const page = await openMailbox({ viewport: { width: 390, height: 844 } });
    await openMail(page, 'On the phone');
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('link', { name: 'All mail' }).click();
    await entry(page, 'On the phone').waitFor();
    expect(await page.getByRole('article', { name: 'Mail' }).isVisible()).toBe(false);
  });

  it('says when a mail is no longer kept', async () => {
    const page = await openMailbox();
    await page.goto(`${server.url}/mailbox#cap_01m7y8s3yamrk5s1jx71pmhchw`);
    await page.getByText('This mail is no longer kept.').waitFor();
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    async function faultsOf(page: Page): Promise<string[]> {
      await page.evaluate(axe.source);
      const { violations }: AxeResults = await page.evaluate('axe.run(document, { iframes: false })');
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    }

    it.each([1280, 390])('has no barrier that a machine can find, %i pixels wide', async (width) => {
      await send({ subject: 'For everybody', html_body: `<p>x</p><img src="${sink.url}/y.png" alt="">` });
      const { page } = await openPage(browser, server.url, { colorScheme, viewport: { width, height: 844 } });
      await page.goto(`${server.url}/mailbox`);
      await page.getByLabel('Operator token').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`${server.url}/mailbox#token=${OPERATOR_TOKEN}`);
      await page.getByRole('link', { name: 'For everybody' }).first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'For everybody' }).first().click();
      for (const name of ['Text', 'Headers', 'Source', 'HTML']) {
        await tab(page, name);
        expect(await faultsOf(page)).toEqual([]);
      }
    });
  });
});
