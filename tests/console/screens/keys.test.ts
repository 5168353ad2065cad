import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { fillMarketing, marketingPaths } from '../support/fill.ts';
import { pressKeys } from '../support/press-keys.ts';
import { type ConsolePage, type Visit, visitConsole } from '../support/visit.ts';

/** Letters after `g`, and the screens that they lead to. */
const GOINGS = {
  e: 'Emails',
  t: 'Templates',
  i: 'Inbound',
  b: 'Broadcasts',
  u: 'Automations',
  c: 'Contacts',
  l: 'Audiences',
  f: 'Segments',
  s: 'Suppressions',
  d: 'Domains',
  k: 'API keys',
  w: 'Webhooks',
  q: 'Usage',
  m: 'Members',
  a: 'Audit log',
  o: 'Overview',
} as const;

const focusIs = (selector: string) => `document.activeElement?.matches('${selector}') ?? false`;

describe.skipIf(browserMissing !== undefined)('keys', () => {
  let visit: Visit;
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    const things = await fillMarketing(visit);
    const { body: webhook } = await visit.tenant.call('POST', '/v1/webhooks', { body: { url: 'https://example.com/hook', events: ['*'] } });
    await visit.tenant.call('POST', `/v1/webhooks/${webhook.id}/test`, { body: {} });
    const home = `/${visit.tenant.id}`;
    paths = {
      ...marketingPaths(visit.tenant.id, things),
      overview: home,
      emails: `${home}/emails`,
      send: `${home}/send`,
      domains: `${home}/domains`,
      'a domain': `${home}/domains/${visit.tenant.domain.id}`,
      keys: `${home}/keys`,
      webhooks: `${home}/webhooks`,
      'a webhook': `${home}/webhooks/${webhook.id}`,
      suppressions: `${home}/suppressions`,
      templates: `${home}/templates`,
      inbound: `${home}/inbound`,
      usage: `${home}/usage`,
      members: `${home}/members`,
      audit: `${home}/audit`,
      service: '/operator',
      tenants: '/operator/tenants',
      'a tenant': `/operator/tenants/${visit.tenant.id}`,
      people: '/operator/people',
    };
  });
  afterAll(() => visit?.end());

  /** Opens a dialog by a key and closes it. */
  async function opensAndCloses({ page }: ConsolePage, key: string, title: string): Promise<void> {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  /** Presses a key, again where a screen was not ready for it, until it has put the focus somewhere. */
  async function leadsTo({ page }: ConsolePage, key: string, selector: string, screen: string): Promise<void> {
    const isThere = () => page.evaluate(focusIs(selector));
    const press = async () => {
      if (!(await isThere())) await page.keyboard.press(key);
      return isThere();
    };
    await expect.poll(press, { message: screen }).toBe(true);
  }

  it('open what they say on every screen: Ctrl+K, ?, /, j and k', async () => {
    const console = await visit.openConsole();
    const { page, open } = console;
    for (const [name, path] of Object.entries(paths)) {
      await open(path);
      // Where a field has the focus from the beginning, Escape leaves it first.
      if (await page.evaluate(focusIs('input, textarea, select'))) await page.keyboard.press('Escape');
      await opensAndCloses(console, '?', 'Keyboard shortcuts');
      await opensAndCloses(console, 'Control+k', 'Search or go to…');
      if ((await page.locator('[data-search]').count()) > 0) {
        await leadsTo(console, '/', '[data-search]', name);
        await page.keyboard.press('Escape');
      }
      if ((await page.locator('[data-row]').count()) > 0) {
        await leadsTo(console, 'j', '[data-row]', name);
        await page.keyboard.press('k');
      }
    }
    expect(console.faults).toEqual([]);
  });

  it('lead from any screen to any other, by g and a letter', async () => {
    const { page, open } = await visit.openConsole();
    await open(`/${visit.tenant.id}`);
    for (const [letter, title] of Object.entries(GOINGS)) {
      await pressKeys(page, ['g', letter]);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    }
  });

  it('lead back by Escape from whatever is below a screen', async () => {
    const { page, open } = await visit.openConsole();
    for (const [name, title] of [
      ['a contact', 'Contacts'],
      ['an audience', 'Audiences'],
      ['a segment', 'Segments'],
      ['a broadcast', 'Broadcasts'],
      ['an automation', 'Automations'],
      ['a domain', 'Domains'],
      ['a webhook', 'Webhooks'],
      ['import of contacts', 'Contacts'],
      ['a tenant', 'Tenants'],
    ] as const) {
      await open(paths[name] ?? '');
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    }
  });

  it('do nothing while somebody writes, chooses from a menu, or answers a dialog', async () => {
    const { page, open } = await visit.openConsole();
    await open(paths['a webhook'] ?? '');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
    for (const key of ['g', 'e', '?']) await page.keyboard.press(key);
    expect(await page.getByRole('menu').count()).toBe(1);
    await page.keyboard.press('Escape');
    await open(paths.contacts ?? '');
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Email address').focus();
    await page.keyboard.type('g e ? n x j');
    expect(await page.getByRole('dialog').getByLabel('Email address').inputValue()).toBe('g e ? n x j');
  });

  it('of a single letter choose nothing once they are turned off, and Ctrl+K still works', async () => {
    const { page, open } = await visit.openConsole();
    await open('/account');
    await page.getByLabel('Single-key shortcuts').uncheck();
    await open(paths.contacts ?? '');
    for (const key of ['j', 'x', '?', '/', 'n', 'g', 'd']) await page.keyboard.press(key);
    expect(await page.evaluate(focusIs('body'))).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
  });
});
