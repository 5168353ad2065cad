import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { fillHostile } from './hostile.ts';
import { type ConsolePage, type Visit, visitConsole } from './visit.ts';

describe.skipIf(browserMissing !== undefined)('names that want to be more than names', () => {
  let visit: Visit;
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    paths = await fillHostile(visit);
  });
  afterAll(() => visit?.end());

  const widthAt = async ({ page }: ConsolePage, width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate<number>('document.documentElement.scrollWidth');
  };

  /** Texts and names for who does not see, with what would turn them around or is not seen. */
  const unseenIn = ({ page }: ConsolePage) =>
    page.evaluate<string[]>(`(() => {
      // A joiner between emoji is part of one.
      const unseen = /[\\u00ad\\u061c\\u200b\\u200c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\u3164\\u{e0000}-\\u{e0fff}]|(?<![\\p{Extended_Pictographic}\\ufe0f])\\u200d/u;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      const texts = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        texts.push(node.data ?? ['title', 'aria-label', 'alt', 'placeholder'].map((name) => node.getAttribute(name)).join());
      return texts.filter((text) => unseen.test(text)).map((text) => text.slice(0, 80));
    })()`);

  it('stay names on every screen, which keeps to its policy and its width', async () => {
    const console = await visit.openConsole({ viewport: { width: 390, height: 800 } });
    const { page } = console;
    page.on('dialog', () => console.faults.push('a dialog'));
    const wide: string[] = [];
    for (const [name, path] of Object.entries(paths)) {
      await console.open(path);
      for (const width of [1280, 390, 320]) {
        const found = await widthAt(console, width);
        if (found !== width) wide.push(`${name}: ${found} of ${width}`);
      }
      expect([name, await console.refused(), console.faults, await unseenIn(console)]).toEqual([name, [], [], []]);
    }
    expect(wide).toEqual([]);
    expect(console.foreign).toEqual([]);
  });

  it('stay names in what is asked about them, which stays within the screen with all that closes it', async () => {
    const console = await visit.openConsole({ viewport: { width: 390, height: 800 } });
    const { page } = console;
    const dialog = page.getByRole('dialog');
    const all = 'Select all shown rows';
    const home = `/${visit.tenant.id}`;
    for (const [path, box, ...presses] of [
      [`${home}/keys`, all, 'Revoke'],
      [`${home}/contacts`, all, 'Add to audience'],
      [`${home}/broadcasts`, all, 'Delete'],
      [`${home}/members`, undefined, 'Leave'],
      [paths['a contact'], undefined, 'Edit'],
      [paths['a contact'], undefined, 'More actions', 'Delete'],
      [paths.versions, undefined, 'Compare'],
      [paths['a tenant'], undefined, 'More actions', 'Delete'],
      [paths['a webhook'], undefined, 'bounce'],
    ] as const) {
      await console.open(path ?? '');
      if (box !== undefined) await page.getByRole('checkbox', { name: box }).check();
      for (const name of presses)
        await page
          .getByRole('menuitem', { name, exact: true })
          .or(page.getByRole('button', { name, exact: true }))
          .first()
          .click();
      await dialog.waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
      const edges = await Promise.all(
        [dialog, dialog.getByRole('heading').first(), dialog.getByRole('button', { name: 'Close' }).first()].map(async (part) => {
          const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
          return x >= 0 && x + width <= 390;
        }),
      );
      expect([path, edges, await console.refused()]).toEqual([path, [true, true, true], []]);
    }
    expect(console.faults).toEqual([]);
  });

  it('are shown where one has to type them, so that they can be typed', async () => {
    const { body } = await visit.server.admin('POST', '/admin/tenants', { body: { name: 'Tom\u202e & <b>Co</b>' } });
    const { page, open } = await visit.openConsole();
    await open(`/operator/tenants/${body.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Tom\ufffd & <b>Co</b>');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Tenant deleted.').waitFor();
  });
});
