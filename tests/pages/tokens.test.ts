import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { browserMissing, closePages, openPage, sharedBrowser } from '../support/processes/browser.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

const source = readFileSync(new URL('../../server/src/pages/shared/tokens.css', import.meta.url), 'utf8');
const COLOURS = [...source.matchAll(/^ {2}(--[\w-]+): light-dark\(/gm)].map(([, name = '']) => name);

const PAGES = ['/console/sign-in', '/mailbox', '/docs', '/u/no-token'];

/** What comes of each colour on a page, and the colour of its title. */
const LOOK = `(names) => {
  const probe = document.body.appendChild(document.createElement('i'));
  const look = names.map((name) => {
    probe.style.color = 'var(' + name + ')';
    return name + ': ' + getComputedStyle(probe).color;
  });
  probe.remove();
  return [...look, 'title: ' + getComputedStyle(document.querySelector('h1')).color];
}`;

describe.skipIf(browserMissing !== undefined)('every page', () => {
  let browser: Browser;
  let server: TestServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), startTestServer(sqlite)]);
    await eventually(async () => (await fetch(`${server.url}/console`)).ok || undefined);
  });
  afterAll(() => Promise.all([closePages(browser), server?.stop()]));

  it.each(['light', 'dark'] as const)('has the same colours, which are written once, in %s', async (colorScheme) => {
    expect(COLOURS.length).toBeGreaterThan(15);
    const looks: (readonly string[])[] = [];
    for (const path of PAGES) {
      const { page } = await openPage(browser, server.url, { colorScheme });
      await page.goto(`${server.url}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      looks.push(await page.evaluate<string[]>(`(${LOOK})(${JSON.stringify(COLOURS)})`));
      await page.context().close();
    }
    const [first = []] = looks;
    expect(new Set(first.map((colour) => colour.split(': ')[1])).size).toBeGreaterThan(10);
    expect(looks).toEqual(PAGES.map(() => first));
    expect(first.at(-1)).toBe(`title: ${first[COLOURS.indexOf('--ink')]?.split(': ')[1]}`);
  });
});
