import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebSink, type WebSink } from '../support/fakes/web-sink.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { entry, type MailboxVisit, openMail, tab, visitMailbox } from './mailbox-visit.ts';

const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGPYEsJFEmIY1TCqYfhqAABVrBIQG7nBiwAAAABJRU5ErkJggg==';

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

describe.skipIf(browserMissing !== undefined)('/mailbox before hostile mail', () => {
  let visit: MailboxVisit;
  let sink: WebSink;

  beforeAll(async () => {
    [visit, sink] = await Promise.all([visitMailbox(), startWebSink()]);
  });
  afterAll(() => Promise.all([visit.end(), sink.close()]));

  it('runs no script of a mail, and asks no other host for anything until remote images are asked for', async () => {
    await visit.send({
      subject: 'Hostile',
      html_body: hostile(sink.url),
      attachments: [{ filename: 'logo.png', content_type: 'image/png', content: LOGO, content_id: 'logo' }],
    });
    const page = await visit.openMailbox();
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

  it.each([
    ['a shadow root', (link: string) => `<div><template shadowrootmode="open">${link}</template></div>`],
    ['text that is read as an element the second time', (link: string) => `<form><math><mtext></form><form><mglyph><style></math>${link}`],
  ])('leaves out what %s would bring back', async (subject, wrap) => {
    await visit.send({ subject, html_body: `<h1>Still here</h1>${wrap(`<link rel="preconnect" href="${sink.url}">`)}` });
    const page = await visit.openMailbox();
    await openMail(page, subject);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Still here' }).waitFor();
    const found = "[...document.querySelectorAll('*')].filter((one) => one.localName === 'link' || one.shadowRoot !== null).length";
    expect(await page.frames().at(-1)?.evaluate(found)).toBe(0);
  });

  it('shows a mail whose references to images cannot be read', async () => {
    await visit.send({ subject: 'Odd references', html_body: '<p>Readable</p><img src="cid:%zz" alt="">' });
    const page = await visit.openMailbox();
    await openMail(page, 'Odd references');
    await page.frameLocator('iframe').getByText('Readable').waitFor();
  });

  it('lets no name read as another', async () => {
    await visit.send({ subject: 'Invoice \u202egpj.exe', attachments: [{ filename: 'photo\u2067\u061c\u00adgpj.exe', content: 'aGk=' }] });
    const page = await visit.openMailbox();
    await entry(page, 'Invoice \ufffdgpj.exe').click();
    await page.getByRole('heading', { name: 'Invoice \ufffdgpj.exe', level: 2 }).waitFor();
    await tab(page, 'Attachments (1)');
    await page.getByText('photo\ufffd\ufffd\ufffdgpj.exe', { exact: true }).waitFor();
  });

  it('keeps a long subject from pushing the mail off the page', async () => {
    await visit.send({ subject: `Long ${'S'.repeat(990)}` });
    const page = await visit.openMailbox({ viewport: { width: 390, height: 844 } });
    await entry(page, 'Long SSS').click();
    expect((await page.getByRole('tab', { name: 'Text' }).boundingBox())?.y).toBeLessThan(400);
  });

  it('opens a link of a mail in a tab of its own that knows nothing of this one', async () => {
    await visit.send({ subject: 'With a link', html_body: `<a href="${sink.url}/link">Read more</a>` });
    const page = await visit.openMailbox();
    await openMail(page, 'With a link');
    const opening = page.context().waitForEvent('page');
    await page.frameLocator('iframe').getByRole('link', { name: 'Read more' }).click();
    const opened = await opening;
    await opened.waitForURL(`${sink.url}/link`);
    expect(await opened.evaluate('[opener, document.referrer]')).toEqual([null, '']);
    await expect.poll(() => page.url()).toContain('/mailbox#cap_');
  });
});
