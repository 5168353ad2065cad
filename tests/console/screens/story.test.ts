import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgres, sqlite, type TestDatabase } from '../../support/engines.ts';
import { type DnsServer, startDnsServer, type ZoneRecord } from '../../support/fakes/dns-server.ts';
import { PASSWORD } from '../../support/fixtures/people.ts';
import { freePort } from '../../support/free-port.ts';
import { browserMissing, closePages, sharedBrowser } from '../../support/processes/browser.ts';
import { type Clone, cloneRepository, type StartedClone } from '../../support/processes/clone.ts';
import { type Call, caller } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';
import { type Hand, keyboard, mouse } from '../support/hand.ts';
import { type ConsolePage, watchConsole } from '../support/visit.ts';

const LINK = /http\S+\/console\/link#token=\S+(?=\s)/;
const DOMAIN = 'news.example.com';
const PEOPLE = 'email,city\r\nada@example.org,London\r\ngrace@example.org,Arlington\r\nkurt@example.org,Vienna\r\n';

describe.skipIf(browserMissing !== undefined).each([
  { hand: mouse, engine: sqlite },
  { hand: keyboard, engine: postgres },
])('a new user, by $hand.name, on $engine.name', ({ hand, engine }: { hand: Hand; engine: typeof sqlite }) => {
  let clone: Clone;
  let database: TestDatabase;
  let dns: DnsServer;
  let browser: Browser;
  let started: StartedClone;
  let console: ConsolePage;
  let page: Page;
  let api: Call;
  let admin: Call;

  beforeAll(async () => {
    [database, dns, browser] = await Promise.all([engine.createEmpty(), startDnsServer(), sharedBrowser()]);
    clone = cloneRepository();
  });
  afterAll(async () => {
    await closePages(browser);
    await started?.stop();
    clone?.remove();
    await Promise.all([database?.drop(), dns?.close()]);
  });

  // What comes next needs what was before.
  let isBroken = false;
  beforeEach(({ onTestFailed }) => {
    if (isBroken) throw new Error('the story has ended before');
    onTestFailed(() => {
      isBroken = true;
    });
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  /** Mail that would have gone out by now, by its subject. */
  async function captured(subject: string): Promise<readonly { readonly id: string; readonly raw: string }[]> {
    const { body } = await admin('GET', '/admin/captured');
    const ids = body.data.filter((mail: { subject: string }) => mail.subject === subject).map(({ id }: { id: string }) => id);
    return Promise.all(ids.map(async (id: string) => (await admin('GET', `/admin/captured/${id}`)).body));
  }

  it('clones, starts, and opens the link that was printed', async () => {
    const port = String(await freePort());
    const key = engine.name === 'postgres' ? { SECRET_KEY: 'a key that every process would share' } : {};
    started = await clone.start({ PORT: port, DATABASE_URL: database.url, DNS_SERVERS: dns.address, ...key }, LINK);
    const { POSTHORN_URL = '', POSTHORN_API_KEY = '', OPERATOR_TOKEN = '' } = started.variables;
    [api, admin] = [caller(POSTHORN_URL, POSTHORN_API_KEY), caller(POSTHORN_URL, OPERATOR_TOKEN)];
    console = await watchConsole(browser, POSTHORN_URL);
    page = console.page;
    // While the console is being built the page says so, and loads itself again.
    await page.goto(started.found);
    await page.getByLabel('Your name').waitFor();
    await hand.write(page.getByLabel('Your name'), 'Ada');
    await hand.write(page.getByLabel('New password'), PASSWORD);
    await hand.press(button('Create account'));
    await heading('Overview');
    expect(page.url()).not.toContain('token');
  });

  it('sends the first mail', async () => {
    await hand.press(page.getByRole('link', { name: 'Send an email' }));
    await hand.write(page.getByLabel('To', { exact: true }), 'you@example.org');
    await hand.write(page.getByLabel('Subject'), 'My first mail');
    await hand.write(page.getByRole('textbox', { name: 'Plain text' }), 'It works.');
    await hand.press(button('Send'));
    await heading('My first mail');
    await page.getByText('Handed to the mail server').waitFor();
    expect(await captured('My first mail')).toHaveLength(1);
  });

  it('verifies a domain', async () => {
    await hand.go(page, 'Domains');
    await hand.press(button('Add domain'));
    await hand.write(page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }), DOMAIN);
    await hand.press(inDialog('Add domain'));
    await heading(DOMAIN);
    await hand.press(button('Check now'));
    await page.getByText('Not all records were found yet.').waitFor();
    const { body } = await api('GET', '/v1/domains');
    dns.add(...body.data.find(({ name }: { name: string }) => name === DOMAIN).records.map((record: ZoneRecord) => record));
    await hand.press(button('Check now'));
    await page.getByText('You can send from this domain.').waitFor();
    await hand.check(page.getByLabel('Track opens'));
    await eventually(async () => {
      const { data } = (await api('GET', '/v1/domains')).body;
      return data.some((domain: { open_tracking: boolean }) => domain.open_tracking) || undefined;
    });
  });

  it('imports contacts', async () => {
    await hand.go(page, 'Contacts');
    await hand.press(page.getByRole('link', { name: 'Import', exact: true }));
    await hand.hand(page.getByLabel('File'), 'people.csv', PEOPLE);
    await hand.press(button('Import'));
    await page.getByText('3 of 3 rows').waitFor();
    expect((await api('GET', '/v1/contacts')).body.data).toHaveLength(3);
  });

  it('puts them into an audience', async () => {
    await hand.go(page, 'Audiences');
    await hand.press(button('Create audience'));
    await hand.write(page.getByRole('dialog').getByLabel('Name'), 'Readers');
    await hand.press(inDialog('Create audience'));
    await heading('Readers');
    await hand.go(page, 'Contacts');
    await hand.check(page.getByLabel('Select all shown rows'));
    await hand.press(button('Add to audience'));
    await page.getByRole('dialog').getByRole('option', { name: 'Readers' }).waitFor({ state: 'attached' });
    await hand.press(inDialog('Add to audience'));
    await page.getByText('Add to audience: done for 3 rows.').waitFor();
  });

  it('sends a broadcast', async () => {
    await hand.go(page, 'Broadcasts');
    await hand.press(button('Create broadcast'));
    await hand.write(page.getByRole('dialog').getByLabel('Name'), 'First news');
    await hand.press(inDialog('Create broadcast'));
    await heading('First news');
    await page.getByRole('option', { name: 'Readers' }).waitFor({ state: 'attached' });
    await hand.choose(page.getByLabel('Audience or segment'), 'Readers');
    await hand.write(page.getByLabel('Subject'), 'News for you');
    await hand.write(page.getByLabel('From', { exact: true }), `ada@${DOMAIN}`);
    await hand.write(page.getByLabel('HTML'), '<p>Hello {{ city }}</p><a href="{{ unsubscribe_url }}">No more</a>');
    await hand.press(button('Save draft'));
    await page.getByText('will receive it').first().waitFor();
    await hand.press(button('Send'));
    await page.getByRole('dialog', { name: 'Send to 3 contacts?' }).waitFor();
    await hand.press(inDialog('Send'));
    await page.getByText('Sending has started.').waitFor();
    await eventually(async () => (await captured('News for you')).length === 3 || undefined);
  });

  it('sees its figures', async () => {
    const [mail] = await captured('News for you');
    const { html = '' } = await PostalMime.parse(mail?.raw ?? '');
    const [, pixel = ''] = /<img[^>]+src="([^"]+)"/.exec(html) ?? [];
    expect((await fetch(pixel)).status).toBe(200);
    await eventually(async () => {
      const { data } = (await api('GET', '/v1/broadcasts')).body;
      return (await api('GET', `/v1/broadcasts/${data[0].id}/stats`)).body.unique_opens === 1 || undefined;
    });
    await hand.go(page, 'Broadcasts');
    await hand.press(page.getByRole('link', { name: 'First news' }));
    await page.getByRole('button', { name: 'Sent 3' }).waitFor();
    await expect.poll(() => page.getByRole('definition').first().textContent()).toContain('Sent');
    await page.getByText('33').first().waitFor();
    await hand.press(page.getByRole('button', { name: 'Sent 3' }));
    await page.getByRole('link', { name: 'kurt@example.org' }).waitFor();
    expect({ foreign: console.foreign, faults: console.faults, refused: await console.refused() }).toEqual({
      foreign: [],
      faults: [],
      refused: [],
    });
  });
});
