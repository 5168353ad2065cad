import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Engine } from '../../support/engines.ts';
import { type Invitee, signUp, type TestPerson } from '../../support/fixtures/people.ts';
import { closePages, openPage, sharedBrowser, type Watched } from '../../support/processes/browser.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';
import { recordWrites } from './write-coverage.ts';

/** What the page's policy has refused, in the page itself. */
const WATCH_POLICY = `
  window.refused = [];
  addEventListener('securitypolicyviolation', (event) => window.refused.push(event.violatedDirective + ' ' + event.blockedURI));
`;

/** A page of the console, with an ear on what it should not do. */
export interface ConsolePage extends Watched {
  /** Goes to a screen of the console, and waits until it is there. */
  open(path: string): Promise<void>;
  /** What the policy has refused. */
  refused(): Promise<string[]>;
  /** What axe-core finds wrong, of WCAG 2.2 AA, in light and in dark, as short as it can be told. */
  violations(): Promise<string[]>;
  /** How wide it is on a screen of 320 pixels. */
  narrowWidth(): Promise<number>;
}

/** A server, a browser, and a tenant with its owner. */
export interface Visit {
  readonly server: TestServer;
  readonly tenant: TestTenant;
  readonly browser: Browser;
  readonly owner: TestPerson;
  /** Operations that have changed something from the console's pages, such as `POST /v1/email`. */
  readonly written: ReadonlySet<string>;
  /** Opens the console, signed in as somebody; the owner unless given. */
  openConsole(options?: BrowserContextOptions, as?: TestPerson): Promise<ConsolePage>;
  /** Opens it for whoever is not signed in. */
  openOutside(options?: BrowserContextOptions): Promise<ConsolePage>;
  signUp(invitee: Invitee): Promise<TestPerson>;
  end(): Promise<void>;
}

/** What tests do with a visit that is there once the hooks before them have run: the path of the tenant's home, and what the API answers. */
export const within = (visit: () => Visit) => ({
  home: () => `/${visit().tenant.id}`,
  get: async (path: string) => (await visit().tenant.call('GET', path)).body,
  post: async (path: string, body: unknown) => (await visit().tenant.call('POST', path, { body })).body,
});

/** The button of exactly this name. */
export const buttonOf = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true });

/** The last part of a path, such as the id of what a page shows. */
export const lastOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

const SIZE = { width: 1280, height: 800 } as const;

const isThere = async (url: string) => (await fetch(url)).status === 200 || undefined;

/** Half as long as `axe.source`, which every page would have to take. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const;
/** What depends on colours: the rest of a page is the same in light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

async function runAxe(page: Page, rules: readonly string[]): Promise<string[]> {
  const run = `axe.run(document, ${JSON.stringify({ runOnly: rules, iframes: false, resultTypes: ['violations'] })})`;
  const violations = await page.evaluate<AxeResults['violations']>(`${run}.then((results) => results.violations)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const inLight = await runAxe(page, WCAG);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await runAxe(page, OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((violation) => `dark: ${violation}`)];
}

/** Opens the console of a server that is there, for whoever is not signed in. */
export async function watchConsole(browser: Browser, home: string, options: BrowserContextOptions = {}): Promise<ConsolePage> {
  const watched = await openPage(browser, home, { viewport: SIZE, reducedMotion: 'reduce', ...options });
  const { page } = watched;
  await page.addInitScript(WATCH_POLICY);
  return {
    ...watched,
    async open(path) {
      await page.goto(`${home}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
    },
    refused: () => page.evaluate<string[]>('window.refused'),
    violations: () => violationsOf(page),
    async narrowWidth() {
      await page.setViewportSize({ width: 320, height: 700 });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      await page.setViewportSize(SIZE);
      return width;
    },
  };
}

/**
 * Goes to screens, by their names; returns what is wrong with each: barriers, what is wider than 320 pixels, what the policy has
 * refused. What is drawn does not depend on the engine: one of them is enough to look at it closely.
 */
export async function faultsOf(console: ConsolePage, paths: Readonly<Record<string, string>>, engine: Engine): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    await console.open(path);
    if (engine.name === 'sqlite') {
      const width = await console.narrowWidth();
      faults.push(...(await console.violations()).map((violation) => `${name}: ${violation}`));
      if (width !== 320) faults.push(`${name}: is ${width} pixels wide`);
    }
    faults.push(...(await console.refused()).map((refused) => `${name}: ${refused}`));
  }
  return [...faults, ...console.faults];
}

/** What `faultsOf` shows where it finds none, for the title of a test. */
export const faultlessOn = ({ name }: Engine): string =>
  name === 'sqlite' ? 'have no barrier that a machine can find, keep to their policy, and fit on 320 pixels' : 'keep to their policy';

/** Starts everything; the console is built where it is not yet. It is opened at `BASE_URL` where that is given. */
export async function visitConsole(engine: Engine, environment: Record<string, string> = {}): Promise<Visit> {
  const [browser, server] = await Promise.all([sharedBrowser(), startTestServer(engine, environment)]);
  const tenant = await server.mint();
  const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner', operator: true });
  await eventually(() => isThere(`${server.url}/console`));
  const home = environment.BASE_URL ?? server.url;
  const written = new Set<string>();
  async function openOutside(options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const console = await watchConsole(browser, home, options);
    const answered = recordWrites(console.page, written);
    // A page that is left open goes on asking, of the server and of the machine.
    onTestFinished(async () => {
      await answered();
      await console.page.context().close();
    });
    return console;
  }
  return {
    server,
    tenant,
    browser,
    owner,
    written,
    async openConsole(options = {}, as = owner) {
      const console = await openOutside(options);
      const [name = '', value = ''] = (as.browser.cookie ?? '').split('=');
      await console.page
        .context()
        .addCookies([{ name, value, domain: new URL(home).hostname, path: '/', httpOnly: true, sameSite: 'Strict' }]);
      return console;
    },
    openOutside,
    signUp: (invitee) => signUp(server, invitee),
    async end() {
      await Promise.all([closePages(browser), server.stop()]);
    },
  };
}
