import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { type Visit, visitConsole } from './support/visit.ts';

describe.skipIf(browserMissing !== undefined)('the language of the console', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('speaks German to whoever does, and English to whoever speaks neither', async () => {
    for (const [locale, title] of [
      ['de-AT', 'Übersicht'],
      ['fr-FR', 'Overview'],
    ] as const) {
      const { page, open, faults } = await visit.openConsole({ locale });
      await open(`/${visit.tenant.id}`);
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe(locale.startsWith('de') ? 'de' : 'en');
      expect(faults).toEqual([]);
    }
  });

  // The packaged Chromium calls its language so, which Intl takes for none; others tell nothing.
  it.each(['[]', "['en-US@posix']", 'undefined'])('is English for whoever tells none that is known: %s', async (languages) => {
    const { page, open, faults } = await visit.openConsole();
    await page.addInitScript(`
      Object.defineProperty(navigator, 'languages', { get: () => ${languages} });
      Object.defineProperty(navigator, 'language', { get: () => (${languages} ?? [])[0] });
    `);
    for (const path of ['', '/emails', '/usage', '/keys']) await open(`/${visit.tenant.id}${path}`);
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    expect(faults).toEqual([]);
  });
});
