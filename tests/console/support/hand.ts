import type { Locator, Page } from 'playwright-core';

/** Somebody's way to use a page. */
export interface Hand {
  readonly name: string;
  /** Goes to a screen by its name. */
  go(page: Page, screen: string): Promise<void>;
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Chooses what a list calls so. */
  choose(target: Locator, label: string): Promise<void>;
  check(target: Locator): Promise<void>;
  /** Opens the browser's question for a file, and answers it. */
  hand(target: Locator, name: string, content: string): Promise<void>;
}

/** A press that a busy browser has lost is made again, as by anybody. */
const MOST_PRESSES = 5;
const PRESS_MS = 10_000;

async function handFile(
  target: Locator,
  open: () => Promise<void>,
  file: { readonly name: string; readonly content: string },
): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const asked = target
      .page()
      .waitForEvent('filechooser', { timeout: PRESS_MS })
      .catch(() => undefined);
    await open();
    const chooser = await asked;
    if (chooser === undefined) continue;
    return chooser.setFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content) });
  }
  throw new Error(`${target} asks for no file`);
}

export const mouse: Hand = {
  name: 'mouse',
  async go(page, screen) {
    await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor();
  },
  press: (target) => target.click(),
  async write(target, text) {
    await target.click();
    await target.page().keyboard.press('ControlOrMeta+a');
    await target.page().keyboard.type(text);
  },
  async choose(target, label) {
    await target.selectOption({ label });
  },
  check: (target) => target.check(),
  hand: (target, name, content) => handFile(target, () => target.click(), { name, content }),
};

/** More than any screen has of what can be reached. */
const MOST_TABS = 200;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element: unknown) => element === Reflect.get(globalThis, 'document').activeElement);

/** Goes on by Tab until it has the focus. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Nothing but keys. */
export const keyboard: Hand = {
  name: 'keyboard',
  async go(page, screen) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type(screen);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor();
  },
  async press(target) {
    await reach(target);
    await target.page().keyboard.press('Enter');
  },
  async write(target, text) {
    await reach(target);
    await target.page().keyboard.press('ControlOrMeta+a');
    await target.page().keyboard.type(text);
  },
  async choose(target, label) {
    await reach(target);
    await target.page().keyboard.type(label);
  },
  async check(target) {
    await reach(target);
    await target.page().keyboard.press('Space');
  },
  async hand(target, name, content) {
    await handFile(target, () => keyboard.press(target), { name, content });
  },
};
