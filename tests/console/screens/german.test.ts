import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

const DAY_MS = 86_400_000;
/** German has the longest words. */
const PHONE = { viewport: { width: 390, height: 800 }, locale: 'de-DE' } as const;
const SUBJECT = 'Wort '.repeat(200).slice(0, 997).concat('!');

/** States and buttons of tables, by their text, that do not fit into their cell. */
const CUT = `[...document.querySelectorAll('td')].filter((cell) => cell.offsetWidth > 0).flatMap((cell) => {
  const { right, left } = cell.getBoundingClientRect();
  const isCut = (part) => part.getBoundingClientRect().right > right + 0.5 || part.getBoundingClientRect().left < left - 0.5;
  return [...cell.querySelectorAll('button, span.whitespace-nowrap')].filter(isCut).map((part) => part.textContent);
})`;

/** How many lines the heading of a page has. */
const LINES = `(() => {
  const heading = document.querySelector('h1');
  return Math.round(heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight));
})()`;

/** Whether the field by which everything is found shows its words whole, on one line. */
const FITS = `(() => {
  const words = [...document.querySelectorAll('button span')].find((found) => found.textContent.startsWith('Suchen'));
  return words.scrollWidth <= words.clientWidth && words.clientHeight < 2 * Number.parseFloat(getComputedStyle(words).lineHeight);
})()`;

/** Returns whether all that a cell of a table says is seen. */
const isWhole = (cell: Locator): Promise<boolean> =>
  cell.evaluate((element: unknown) => {
    const { scrollWidth, clientWidth } = element as { readonly scrollWidth: number; readonly clientWidth: number };
    return scrollWidth <= clientWidth;
  });

/** Buttons of menus beside a title that begin a line of their own. */
const ALONE = `[...document.querySelectorAll('header [aria-haspopup=menu]')].filter((menu) => {
  const before = menu.previousElementSibling;
  return before === null || before.getBoundingClientRect().bottom <= menu.getBoundingClientRect().top;
}).length`;

describe.skipIf(browserMissing !== undefined)('in German, the console', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);
  const send = (mail: object) => post('/v1/email', { from: visit.tenant.from, subject: 'Hello', text_body: 'x', ...mail });

  beforeAll(async () => {
    visit = await visitConsole(sqlite, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    await send({ to: ['bounced@posthorn.test'], test_mode: true });
    const { message_id: id } = await send({ to: ['later@example.org'], scheduled_at: Date.now() + DAY_MS });
    await visit.tenant.call('DELETE', `/v1/email/${id}`);
    await post('/v1/api-keys', { name: 'shop', permission: 'sending_access' });
    await post('/v1/webhooks', { url: 'https://example.com/hooks', events: ['*'] });
    await post('/v1/domains', { name: 'mail.example.com' });
  });
  afterAll(() => visit?.end());

  it('shows on a phone what state a row is in, and what can be done to it, whole', async () => {
    const { page, open } = await visit.openConsole(PHONE);
    const screens = ['emails', 'keys', 'suppressions', 'members', 'webhooks', 'domains'].map((name) => `${home()}/${name}`);
    const cut: unknown[] = [];
    for (const path of [...screens, '/operator']) {
      await open(path);
      await page.locator('td').first().waitFor();
      cut.push(...(await page.evaluate<string[]>(CUT)).map((text) => [path, text]));
    }
    expect(cut).toEqual([]);
  });

  it('shows on a phone four lines of a long subject above an email, and all of it to whoever asks', async () => {
    const { message_id: id } = await send({ to: ['long@example.org'], subject: SUBJECT });
    const { page, open } = await visit.openConsole(PHONE);
    await open(`${home()}/emails/${id}`);
    const all = page.getByRole('button', { name: 'Alles anzeigen' });
    await all.waitFor();
    expect(await page.evaluate<number>(LINES)).toBe(4);
    await all.click();
    expect(await page.evaluate<number>(LINES)).toBeGreaterThan(4);
  });

  it('shows on a phone no menu on a line of its own, and says how an automation without steps gets some', async () => {
    const { id: webhook } = await post('/v1/webhooks', { url: 'https://example.com/more', events: ['*'] });
    const { id: contact } = await post('/v1/contacts', { email: 'ada@example.org' });
    const program = { name: 'Willkommen', trigger_kind: 'contact_created', steps: [] };
    const { id: automation } = await post('/v1/automations', { ...program, from_domain_id: visit.tenant.domain.id });
    const { page, open } = await visit.openConsole(PHONE);
    const screens = [`${home()}/webhooks/${webhook}`, `${home()}/contacts/${contact}`, `/operator/tenants/${visit.tenant.id}`];
    const { id: audience } = await post('/v1/audiences', { name: 'Alle, die je etwas bestellt haben' });
    const mail = { name: 'Im Advent', subject: 'Advent', body_text: 'x', target_kind: 'audience', target_id: audience };
    const { id: broadcast } = await post('/v1/broadcasts', mail);
    await post(`/v1/broadcasts/${broadcast}/send`, { scheduled_at: Date.now() + DAY_MS });
    screens.push(`${home()}/broadcasts/${broadcast}`, `${home()}/audiences/${audience}`, `${home()}/automations/${automation}`);
    for (const path of screens) {
      await open(path);
      await page.getByRole('button', { name: 'Weitere Aktionen' }).waitFor();
      expect([path, await page.evaluate<number>(ALONE)]).toEqual([path, 0]);
    }
    await page.getByRole('button', { name: 'Aktivieren' }).click();
    await page.getByRole('alert').getByText('Bearbeiten Sie den Ablauf').waitFor();
    const dialog = page.getByRole('dialog');
    for (const _ of ['opened', 'opened again']) {
      await page.getByRole('button', { name: 'Simulieren' }).click();
      await dialog.getByLabel('E-Mail-Adresse des Kontakts').fill('ada@example.org');
      expect(await dialog.getByRole('alert').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Simulation starten' }).click();
      await dialog.getByRole('alert').getByText('Bearbeiten Sie den Ablauf').waitFor();
      await dialog.getByRole('button', { name: 'Schließen' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('shows on a phone the whole address of whoever is given a role or taken out, and when a job last succeeded', async () => {
    const { page, open } = await visit.openConsole(PHONE);
    await open(`${home()}/members`);
    const name = page.getByRole('cell').filter({ hasText: visit.owner.email });
    expect(await isWhole(name)).toBe(true);
    await open('/operator');
    await page
      .getByText(/^Letzter Erfolg: /)
      .first()
      .waitFor();
    const steps = [{ id: 'wait', type: 'wait', seconds: 172_800 }];
    const program = { name: 'Lang', trigger_kind: 'contact_created', from_domain_id: visit.tenant.domain.id, steps };
    const { id: automation } = await post('/v1/automations', program);
    await post(`/v1/automations/${automation}/activate`, {});
    const { id: contact } = await post('/v1/contacts', { email: 'wilhelmine@example.org' });
    await post(`/v1/automations/${automation}/enrollments`, { contact_id: contact });
    await open(`${home()}/automations/${automation}`);
    await page.getByText('2 Tage', { exact: true }).waitFor();
    const enrolled = page.getByRole('link', { name: 'wilhelmine@example.org' });
    expect(await isWhole(enrolled.locator('xpath=ancestor::td'))).toBe(true);
  });

  it('shows why an address is suppressed, whole, and writes what it costs as it is written there', async () => {
    const { page, open } = await visit.openConsole({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
    await open(`${home()}/suppressions`);
    const reason = page.getByRole('cell', { name: 'Hard Bounce' });
    expect(await isWhole(reason)).toBe(true);
    await open(`${home()}/usage`);
    await page.getByText(/^0,00\sUSD$/).waitFor();
    await visit.server.admin('PATCH', `/admin/tenants/${visit.tenant.id}`, { body: { overrides: { storage_limit: 5_000_000_000 } } });
    await open(`/operator/tenants/${visit.tenant.id}`);
    await page.getByText('5 GB', { exact: true }).waitFor();
  });

  it('says of a delivery that found nobody why', async () => {
    const { id } = await post('/v1/webhooks', { url: 'https://localhost:9/hooks', events: ['bounce'] });
    await post(`/v1/webhooks/${id}/test`, {});
    await visit.server.run('webhooks');
    const { page, open } = await visit.openConsole(PHONE);
    await open(`${home()}/webhooks/${id}`);
    await page.getByRole('button', { name: 'bounce' }).click();
    await page.getByRole('dialog').getByText('Unter dieser Adresse und diesem Port antwortet kein Dienst.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('Ein Zustellversuch ist fehlgeschlagen').waitFor();
    await page.getByText('ECONNREFUSED: Unter dieser Adresse und diesem Port antwortet kein Dienst.').waitFor();
    await open(`${home()}/webhooks`);
    const row = page.getByRole('row', { name: 'https://localhost:9/hooks' });
    await row.getByText('Fehler', { exact: true }).waitFor();
    await row.getByText(/^Schlägt seit .+ fehl: ECONNREFUSED$/).waitFor();
  });

  it('tells what was changed in words, above its name', async () => {
    const bearer = await visit.owner.browser.bearer({ tenant_id: visit.tenant.id });
    await visit.server.as(bearer)('POST', '/v1/audiences', { body: { name: 'Neu' } });
    const { page, open } = await visit.openConsole(PHONE);
    for (const path of [`${home()}/audit`, '/operator/audit']) {
      await open(path);
      const row = page.getByRole('row').filter({ hasText: 'audiences.create' }).first();
      await row.getByText('Liste angelegt').waitFor();
    }
  });

  it('tells what is wrong with a template in German, with its place, above the words of the service', async () => {
    await post('/v1/templates', { alias: 'gruss', name: 'Gruß' });
    const { page, open } = await visit.openConsole({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
    await open(`${home()}/templates/gruss`);
    await page.getByLabel('Betreff').fill('Hallo {{ name | upcas }}');
    const fault = page.getByRole('alert').filter({ hasText: 'Betreff, Zeile 1, Spalte 7:' });
    await fault.getByText('Einen Filter „upcas“ gibt es nicht.').waitFor();
    expect(await fault.locator('[lang=en]').textContent()).toBe('undefined filter: upcas');
  });

  it('shows the name of whoever has one that is a word elsewhere', async () => {
    const member = await visit.signUp({ tenant_id: visit.tenant.id, role: 'marketer' });
    for (const name of ['test', 'null', 'constructor']) {
      await member.browser.call('PATCH', '/account/me', { body: { name } });
      const { page, open } = await visit.openConsole(PHONE);
      await open(`${home()}/members`);
      const row = page.getByRole('row').filter({ hasText: member.email });
      await row.getByText(name, { exact: true }).waitFor();
      const own = await visit.openConsole(PHONE, member);
      await own.open('/account');
      expect(await own.page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
      expect(own.faults).toEqual([]);
    }
  });

  it('shows what the search is for, where there is a navigation beside the screen', async () => {
    const { page, open } = await visit.openConsole({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
    await open(home());
    expect(await page.evaluate<boolean>(FITS)).toBe(true);
  });
});
