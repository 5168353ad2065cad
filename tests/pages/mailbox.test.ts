import { readFileSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { startWebSink, type WebSink } from '../support/fakes/web-sink.ts';
import { browserMissing, openPage } from '../support/processes/browser.ts';
import { OPERATOR_TOKEN, startTestServer } from '../support/server.ts';
import { entry, type MailboxVisit, openMail, tab, visitMailbox } from './mailbox-visit.ts';

const INVOICE = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));

describe.skipIf(browserMissing !== undefined)('/mailbox in a browser', () => {
  let visit: MailboxVisit;
  let sink: WebSink;

  beforeAll(async () => {
    [visit, sink] = await Promise.all([visitMailbox(), startWebSink()]);
  });
  afterAll(() => Promise.all([visit.end(), sink.close()]));

  it('asks for the token, says when it is the wrong one, and keeps the right one for the tab alone', async () => {
    const { page } = await openPage(visit.browser, visit.server.url);
    await page.goto(`${visit.server.url}/mailbox`);
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
    const page = await visit.openMailbox();
    expect(page.url()).toBe(`${visit.server.url}/mailbox`);
    await page.goto(`${visit.server.url}/mailbox#token=another-token-entirely`);
    await page.getByRole('alert').filter({ hasText: 'does not know this token' }).waitFor();
  });

  it('says where the server has no operator token', async () => {
    const closed = await startTestServer(sqlite, { OPERATOR_TOKEN: '' });
    const { page } = await openPage(visit.browser, closed.url);
    await page.goto(`${closed.url}/mailbox#token=${OPERATOR_TOKEN}`);
    await page.getByRole('alert').filter({ hasText: 'set OPERATOR_TOKEN' }).waitFor();
    await closed.stop();
  });

  it('shows mail as it comes, without a reload', async () => {
    const page = await visit.openMailbox();
    await visit.send({ subject: 'It comes by itself' });
    await entry(page, 'It comes by itself').waitFor();
    expect(await page.locator('#mails > li').first().textContent()).toContain('It comes by itself');
  });

  it('lists a mail by the name and address of its From, and not by its envelope', async () => {
    await visit.send({ subject: 'From a reader’s view', from: `Grüße & <${visit.tenant.from}>` });
    const page = await visit.openMailbox();
    await entry(page, 'From a reader’s view').waitFor();
    expect(await entry(page, 'From a reader’s view').locator('.from').textContent()).toBe(` from Grüße & <${visit.tenant.from}>`);
    await page.getByRole('searchbox').fill('grüße &');
    expect(await page.locator('#mails > li:not([hidden]) .subject').allTextContents()).toEqual(['From a reader’s view']);
  });

  it('shows all mail, not a page of it', async () => {
    const emails = Array.from({ length: 100 }, (_, index) => ({
      from: visit.tenant.from,
      to: ['b@example.org'],
      subject: `Many ${index}`,
      text_body: 'x',
    }));
    await visit.tenant.call('POST', '/v1/email/batch', { body: { emails } });
    await visit.tenant.call('POST', '/v1/email/batch', { body: { emails: emails.slice(0, 50) } });
    await visit.server.run('dispatch');
    const page = await visit.openMailbox();
    await page.getByRole('searchbox').fill('many');
    await page
      .getByRole('status')
      .filter({ hasText: /^150 of \d+ mails$/ })
      .waitFor();
  });

  it('shows text, headers, envelope and source', async () => {
    await visit.send({
      subject: 'Grüße <b>nicht fett</b>',
      to: ['Ada <ada@example.org>'],
      bcc: ['unseen@example.org'],
      html_body: '<p>Markup</p>',
      text_body: 'Plain & simple: https://shop.example/confirm?a=1.',
      headers: { 'X-Order': '1042' },
    });
    const page = await visit.openMailbox();
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
    await visit.send({
      subject: 'With a file',
      attachments: [{ filename: 'Rechnung für Ada.pdf', content_type: 'text/html', content: INVOICE.toString('base64') }],
    });
    const page = await visit.openMailbox();
    await openMail(page, 'With a file');
    await tab(page, 'Attachments (1)');
    const [attachment] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    expect(attachment.suggestedFilename()).toBe('Rechnung für Ada.pdf');
    expect(readFileSync(await attachment.path()).equals(INVOICE)).toBe(true);
    await tab(page, 'Source');
    const [source] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    const { body } = await visit.server.admin('GET', `/admin/captured/${source.suggestedFilename().replace('.eml', '')}`);
    expect(readFileSync(await source.path(), 'utf8')).toBe(body.raw);
  });

  it('finds by sender, recipient and subject, and says when nothing is found', async () => {
    await visit.send({ subject: 'Password reset', to: ['grace@example.net'] });
    await visit.send({ subject: 'Invoice', to: ['alan@example.net', 'grace@example.net'] });
    const page = await visit.openMailbox();
    const search = page.getByRole('searchbox');
    const found = () => page.locator('#mails > li:not([hidden]) .subject').allTextContents();
    await search.fill('GRACE@example.net');
    expect(await found()).toEqual(['Invoice', 'Password reset']);
    await search.fill('grace reset');
    expect(await found()).toEqual(['Password reset']);
    await search.fill(`${visit.tenant.from} alan@`);
    expect(await found()).toEqual(['Invoice']);
    await search.fill('nobody at all');
    expect(await found()).toEqual([]);
    await page.getByText('No mail matches.').waitFor();
  });

  it('is used with the keyboard alone', async () => {
    await visit.send({ subject: 'Second', html_body: '<p>x</p>' });
    await visit.send({ subject: 'First', html_body: '<p>x</p>' });
    const page = await visit.openMailbox();
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
    await visit.send({ subject: 'On the phone' });
    const page = await visit.openMailbox({ viewport: { width: 390, height: 844 } });
    await openMail(page, 'On the phone');
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('link', { name: 'All mail' }).click();
    await entry(page, 'On the phone').waitFor();
    expect(await page.getByRole('article', { name: 'Mail' }).isVisible()).toBe(false);
  });

  it('says when a mail is no longer kept', async () => {
    const page = await visit.openMailbox();
    await page.goto(`${visit.server.url}/mailbox#cap_01m7y8s3yamrk5s1jx71pmhchw`);
    await page.getByText('This mail is no longer kept.').waitFor();
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    async function faultsOf(page: Page): Promise<string[]> {
      await page.evaluate(axe.source);
      const { violations }: AxeResults = await page.evaluate('axe.run(document, { iframes: false })');
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    }

    it.each([1280, 390])('has no barrier that a machine can find, %i pixels wide', async (width) => {
      await visit.send({ subject: 'For everybody', html_body: `<p>x</p><img src="${sink.url}/y.png" alt="">` });
      const { page } = await openPage(visit.browser, visit.server.url, { colorScheme, viewport: { width, height: 844 } });
      await page.goto(`${visit.server.url}/mailbox`);
      await page.getByLabel('Operator token').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`${visit.server.url}/mailbox#token=${OPERATOR_TOKEN}`);
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
