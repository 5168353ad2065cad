import type { Page } from 'playwright-core';

/** Presses keys one after the other without waiting in between: the console takes two for a sequence only if little time passes. */
export async function pressKeys({ keyboard }: Page, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => keyboard.press(key)));
}
