import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { capturedMail } from '../support/mail/captured.ts';
import { browserMissing, closePages, openPage, sharedBrowser } from '../support/processes/browser.ts';
import { startTestServer, type TestServer, type TestTenant } from '../support/server.ts';

const ADDRESS = 'ada.lovelace@example.net';
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

describe.skipIf(browserMissing !== undefined)('/u/{token} in a browser', () => {
  let browser: Browser;
  let server: TestServer;
  let tenant: TestTenant;
  let contact: string;

  beforeAll(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), startTestServer(sqlite)]);
  });
  afterAll(() => Promise.all([closePages(browser), server.stop()]));
  beforeEach(async () => {
    tenant = await server.mint();
    contact = (await tenant.call('POST', '/v1/contacts', { body: { email: ADDRESS } })).body.id;
  });

  async function link(sender = 'Corner Shop'): Promise<string> {
    const { body } = await tenant.call('POST', '/v1/email', {
      body: { from: `${sender} <${tenant.from}>`, to: [ADDRESS], subject: 'News', text_body: 'x', stream: 'marketing' },
    });
    await server.run('dispatch');
    const { headers } = await capturedMail(server, body.message_id);
    const [, path = ''] = /(\/u\/[^>]+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
    return `${server.url}${path}`;
  }
  const status = async () => (await tenant.call('GET', `/v1/contacts/${contact}`)).body.status;

  async function faultsOf(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations }: AxeResults = await page.evaluate('axe.run()');
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  it.each([true, false])('asks first, and unsubscribes by its button; with scripts: %s', async (javaScriptEnabled) => {
    const { page, foreign, faults } = await openPage(browser, server.url, { javaScriptEnabled });
    const url = await link();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Unsubscribe?' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain(
      `You will no longer receive newsletters and offers from Corner Shop at ${ADDRESS}.`,
    );
    expect(await status()).toBe('subscribed');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    expect(page.url()).toBe(url);
    expect(await status()).toBe('unsubscribed');
    expect(await page.context().cookies()).toEqual([]);
    expect([foreign, faults]).toEqual([[], []]);
  });

  it('is read in German by who reads German', async () => {
    const { page } = await openPage(browser, server.url, { locale: 'de-DE' });
    await page.goto(await link());
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Sie sind abgemeldet' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await status()).toBe('unsubscribed');
  });

  it('shows the address as it is, whichever way the sender’s name turns what comes after it', async () => {
    const { page } = await openPage(browser, server.url);
    await page.goto(await link('\u202eCorner Shop'));
    const isInOrder = await page.evaluate<boolean>(`(() => {
      const address = document.createTreeWalker([...document.querySelectorAll('strong')].at(-1), NodeFilter.SHOW_TEXT).nextNode();
      const leftOf = (place) => {
        const range = document.createRange();
        range.setStart(address, place);
        range.setEnd(address, place + 1);
        return range.getBoundingClientRect().left;
      };
      return leftOf(0) < leftOf(1) && leftOf(1) < leftOf(2);
    })()`);
    expect(isInOrder).toBe(true);
  });

  it('works by keyboard alone', async () => {
    const { page } = await openPage(browser, server.url);
    await page.goto(await link());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    expect(await status()).toBe('unsubscribed');
  });

  it('says of a broken link that nothing was changed', async () => {
    const { page } = await openPage(browser, server.url);
    const answer = await page.goto((await link()).slice(0, -3));
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    expect(await status()).toBe('subscribed');
  });

  const looks = SCREENS.flatMap((viewport) => (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })));
  it.each(looks)('can be read and used at $viewport.width px, $colorScheme', async (look: BrowserContextOptions) => {
    const { page } = await openPage(browser, server.url, look);
    for (const sender of ['Corner Shop', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)]) {
      await page.goto(await link(sender));
      const button = page.getByRole('button', { name: 'Unsubscribe' });
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      await button.click();
      await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await tenant.call('POST', '/v1/contacts', { body: { email: ADDRESS, status: 'subscribed' } });
    }
  });
});
