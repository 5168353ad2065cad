import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { startWebSink, type WebSink } from '../../support/fakes/web-sink.ts';
import { TOO_MANY_PARTS } from '../../support/fixtures/spool.ts';
import { layAside } from '../../support/mail/lay-aside.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { HOSTILE } from '../support/fill.ts';
import { pressKeys } from '../support/press-keys.ts';
import { faultlessOn, faultsOf, type Visit, visitConsole } from '../support/visit.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const IMAGE = `data:image/png;base64,${PIXEL}`;

const mailOf = (evil: string) =>
  [
    'From: Ann <ann@isp.example>',
    'Cc: =?utf-8?q?J=C3=B6rg?= <joerg@isp.example>',
    'Reply-To: answers@isp.example',
    `Subject: ${HOSTILE.replace('\u202e', '')}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    `<h1>Hello</h1><script>fetch('${evil}/')</script><img src="${evil}/a.png"><img alt="ours" src="cid:our%20logo@isp.example">`,
    '--b',
    'Content-Type: image/png; name=logo.png',
    'Content-ID: <our logo@isp.example>',
    'Content-Transfer-Encoding: base64',
    '',
    PIXEL,
    '--b--',
    '',
  ].join('\r\n');

describe.skipIf(browserMissing !== undefined).each(engines)('mail that came in, in the console on $name', (engine) => {
  let visit: Visit;
  let sink: WebSink;
  let received = '';
  let unreadable = '';

  beforeAll(async () => {
    [visit, sink] = await Promise.all([
      visitConsole(engine, { INBOUND_SMTP_PORT: '0', RETURN_PATH_DOMAIN: 'bounces.example.com' }),
      startWebSink(),
    ]);
    const { tenant, server } = visit;
    const hand = async (rcpt: string, body: string) => {
      const path = `/admin/inbound?rcpt=${encodeURIComponent(rcpt)}`;
      return (await server.admin('POST', path, { body, headers: { 'Content-Type': 'message/rfc822' } })).body;
    };
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['ada@example.org'], subject: 'x', text_body: 'x' } });
    await server.run('dispatch');
    const { mail_from: returnPath } = (await server.admin('GET', '/admin/captured')).body.data[0];
    await hand('postmaster', mailOf(sink.url));
    received = (await hand(`in@${tenant.domain.name}`, mailOf(sink.url))).data[0].id;
    await hand(returnPath, TOO_MANY_PARTS);
    await server.run('inbound');
    [{ id: unreadable }] = (await server.admin('GET', '/admin/unreadable-mail')).body.data;
    await layAside(server, { unreadable: HOSTILE });
  });
  afterAll(() => Promise.all([visit?.end(), sink?.close()]));

  it(faultlessOn(engine), async () => {
    const console = await visit.openConsole();
    const [{ id }] = (await visit.server.admin('GET', '/admin/postmaster')).body.data;
    const paths = {
      'mail to the postmaster': '/operator/postmaster',
      'unreadable mail': '/operator/postmaster?kind=unreadable',
      'a mail to the postmaster': `/operator/postmaster/${id}`,
      'an unreadable mail': `/operator/unreadable-mail/${unreadable}`,
      'a received mail': `/${visit.tenant.id}/inbound/${received}`,
    };
    expect(await faultsOf(console, paths, engine)).toEqual([]);
  });

  it('shows inline images, and nothing of the mail happens', async () => {
    const console = await visit.openConsole();
    const { page, open } = console;
    for (const path of [`/${visit.tenant.id}/inbound`, '/operator/postmaster']) {
      await open(path);
      await page.locator('tbody').getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor();
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { name: 'Hello' }).waitFor();
      await expect.poll(() => frame.getByAltText('ours').getAttribute('src')).toBe(IMAGE);
      await page.getByRole('button', { name: 'Download logo.png' }).waitFor();
    }
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^inb_\w+\.eml$/);
    expect(await readFile(await download.path(), 'utf8')).toBe(mailOf(sink.url));
    expect({ connections: sink.connections(), faults: console.faults }).toEqual({ connections: 0, faults: [] });
  });

  it('shows the source of a mail to the postmaster that cannot be read', async () => {
    const levels = Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`);
    const headers = { 'Content-Type': 'message/rfc822' };
    await visit.server.admin('POST', '/admin/inbound?rcpt=postmaster', { body: levels.join(''), headers });
    await visit.server.run('inbound');
    const { data } = (await visit.server.admin('GET', '/admin/postmaster')).body;
    const { page, open } = await visit.openConsole();
    await open(`/operator/postmaster/${data[0].id}`);
    await page.getByRole('region', { name: 'Source' }).getByText('boundary=b299').waitFor();
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor();
  });

  it('names those in Cc and Reply-To', async () => {
    const { page, open } = await visit.openConsole();
    await open(`/${visit.tenant.id}/inbound/${received}`);
    for (const address of ['Jörg <joerg@isp.example>', 'answers@isp.example']) await page.getByText(address, { exact: true }).waitFor();
  });

  it('leads to what could not be read, with the reason and as much of the source as is left', async () => {
    const { page, open } = await visit.openConsole();
    await open('/operator');
    await pressKeys(page, ['g', 'i']);
    await page.getByRole('heading', { level: 1, name: 'Postmaster' }).waitFor();
    await page.getByLabel('Mail to show').selectOption('Unreadable reports');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.locator(`a[href*="${unreadable}"]`).click();
    await page.getByRole('heading', { level: 1, name: 'Unreadable report' }).waitFor();
    await page.getByText(/1,?000 parts/).waitFor();
    await page.getByText('Only the first 256 KiB are shown.').waitFor();
    await page.getByRole('region', { name: 'Source' }).getByText('Content-Type: multipart/mixed; boundary=b').waitFor();
    await page.locator('[data-back]').click();
    await page
      .getByRole('link', { name: '<>' })
      .and(page.locator(`:not([href*="${unreadable}"])`))
      .click();
    await page.getByText('The source was lost.').waitFor();
  });
});
