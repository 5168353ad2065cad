import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { lastOf, type Visit, visitConsole } from '../support/visit.ts';

const LANGUAGES = [
  {
    locale: 'en-GB',
    labels: { from: 'From', to: 'To', subject: 'Subject', kind: 'Content', alias: 'Template alias', send: 'Send' },
    said: {
      to: '“nobody” is not an email address',
      nobody: 'Add at least one recipient.',
      from: 'The sender address must be at one of your verified domains.',
      template: 'No template with this alias has an active version',
    },
  },
  {
    locale: 'de-DE',
    labels: { from: 'Von', to: 'An', subject: 'Betreff', kind: 'Inhalt', alias: 'Alias der Vorlage', send: 'Senden' },
    said: {
      to: '„nobody“ ist keine E-Mail-Adresse',
      nobody: 'Geben Sie mindestens einen Empfänger an.',
      from: 'Die Absenderadresse muss zu einer Ihrer bestätigten Domains gehören.',
      template: 'Keine Vorlage mit diesem Alias',
    },
  },
] as const;

describe.skipIf(browserMissing !== undefined)('the form that sends a mail', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it.each(LANGUAGES)('says what was refused at its field, which it goes to, in $locale', async ({ locale, labels, said }) => {
    const { page, open, violations } = await visit.openConsole({ locale });
    await open(`/${visit.tenant.id}/send`);
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
    const isRefused = async (label: string, words: string) => {
      await page.getByRole('button', { name: labels.send, exact: true }).click();
      await page.getByText(words).waitFor();
      const told = await field(label).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${told}"]`).textContent()).toContain(words);
      await field(label).and(page.locator(':focus')).waitFor();
      expect(await page.locator('[aria-invalid]').count()).toBe(1);
      expect(await page.getByRole('alert').count()).toBe(0);
    };
    await page.getByLabel(labels.kind).selectOption('template');
    await field(labels.alias).fill('none');
    await field(labels.to).fill('ada@example.org, nobody');
    await isRefused(labels.alias, said.template);
    await page.getByLabel(labels.kind).selectOption('text');
    await field(labels.subject).fill('S');
    await page.locator('textarea[name=text]').fill('T');
    await isRefused(labels.to, said.to);
    expect(await violations()).toEqual([]);
    await field(labels.to).fill(' , ');
    await isRefused(labels.to, said.nobody);
    await field(labels.to).fill('ada@example.org');
    await field(labels.from).fill('hello@elsewhere.example');
    await isRefused(labels.from, said.from);
  });

  it('waits until the time it is given, also where a digit too many is typed', async () => {
    const { page, open } = await visit.openConsole({ timezoneId: 'Asia/Kolkata' });
    await open(`/${visit.tenant.id}/send`);
    await page.getByLabel('To', { exact: true }).fill('ada@example.org');
    await page.getByLabel('Subject').fill('Later');
    await page.locator('textarea[name=text]').fill('T');
    const at = page.getByLabel('Send at');
    await at.focus();
    await page.keyboard.type('010220991');
    await page.keyboard.press('Tab');
    await page.keyboard.type('30AM');
    expect(await at.inputValue()).toBe('2099-01-02T01:30');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Later' }).waitFor();
    const { body } = await visit.tenant.call('GET', `/v1/messages/${lastOf(page.url())}`);
    expect([body.status, new Date(body.scheduled_at).toISOString()]).toEqual(['scheduled', '2099-01-01T20:00:00.000Z']);
  });

  it('says below it what is about no field', async () => {
    const { page, open } = await visit.openConsole();
    await visit.tenant.call('POST', '/v1/templates', { body: { alias: 'blank' } });
    await visit.tenant.call('POST', '/v1/templates/blank/versions', { body: { subject: 'S', text_body: '{{ gone }}' } });
    await open(`/${visit.tenant.id}/send?template=blank`);
    await page.getByLabel('To', { exact: true }).fill('ada@example.org');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'needs content' }).waitFor();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
  });
});
