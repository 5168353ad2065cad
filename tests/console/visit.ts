import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openPage, type Watched } from '../support/browser.ts';
import type { Engine } from '../support/engines.ts';
import { type Invitee, signUp, type TestPerson } from '../support/people.ts';
import { startTestServer, type TestServer, type TestTenant } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

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
  /** What axe-core finds wrong, of WCAG 2.2 AA, as short as it can be told. */
  violations(): Promise<string[]>;
}

/** A server, a browser, and a tenant with its owner. */
export interface Visit {
  readonly server: TestServer;
  readonly tenant: TestTenant;
  readonly browser: Browser;
  readonly owner: TestPerson;
  /** Opens the console, signed in as somebody; the owner unless given. */
  openConsole(options?: BrowserContextOptions, as?: TestPerson): Promise<ConsolePage>;
  /** Opens it for who is not signed in. */
  openOutside(options?: BrowserContextOptions): Promise<ConsolePage>;
  signUp(invitee: Invitee): Promise<TestPerson>;
  end(): Promise<void>;
}

const isThere = async (url: string) => (await fetch(url)).status === 200 || undefined;

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const run = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false })`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** Opens the console of a server that is there, for who is not signed in. */
export async function watchConsole(browser: Browser, home: string, options: BrowserContextOptions = {}): Promise<ConsolePage> {
  const watched = await openPage(browser, home, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
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
  };
}

/** Starts everything; the console is built where it is not yet. */
export async function visitConsole(engine: Engine, environment: Record<string, string> = {}): Promise<Visit> {
  const [browser, server] = await Promise.all([launchBrowser(), startTestServer(engine, environment)]);
  const tenant = await server.mint();
  const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner', operator: true });
  await eventually(() => isThere(`${server.url}/console`));
  const host = new URL(server.url).hostname;
  const openOutside = (options: BrowserContextOptions = {}) => watchConsole(browser, server.url, options);
  return {
    server,
    tenant,
    browser,
    owner,
    async openConsole(options = {}, as = owner) {
      const console = await openOutside(options);
      const [name = '', value = ''] = (as.browser.cookie ?? '').split('=');
      await console.page.context().addCookies([{ name, value, domain: host, path: '/', httpOnly: true, sameSite: 'Strict' }]);
      return console;
    },
    openOutside,
    signUp: (invitee) => signUp(server, invitee),
    async end() {
      await Promise.all([browser.close(), server.stop()]);
    },
  };
}
