import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { sqlite } from '../support/engines.ts';
import { closePages, openPage, sharedBrowser } from '../support/processes/browser.ts';
import { OPERATOR_TOKEN, startTestServer, type TestServer, type TestTenant } from '../support/server.ts';

export const entry = (page: Page, subject: string): Locator => page.getByRole('link', { name: subject });

export const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

export async function openMail(page: Page, subject: string): Promise<void> {
  await entry(page, subject).click();
  await page.getByRole('heading', { name: subject, level: 2 }).waitFor();
}

/** A server that captures the mail of a tenant, and a browser before its mailbox. */
export interface MailboxVisit {
  readonly browser: Browser;
  readonly server: TestServer;
  readonly tenant: TestTenant;
  /** Sends a mail of the tenant, which is then in the mailbox. */
  send(mail: Record<string, unknown>): Promise<void>;
  /** The mailbox, unlocked. */
  openMailbox(options?: BrowserContextOptions): Promise<Page>;
  end(): Promise<void>;
}

export async function visitMailbox(): Promise<MailboxVisit> {
  const [browser, server] = await Promise.all([sharedBrowser(), startTestServer(sqlite)]);
  const tenant = await server.mint();
  return {
    browser,
    server,
    tenant,
    async send(mail) {
      const { status, body } = await tenant.call('POST', '/v1/email', {
        body: { from: `Shop <${tenant.from}>`, to: ['ada@example.org'], text_body: 'Hello', ...mail },
      });
      if (status !== 202) throw new Error(`not accepted: ${JSON.stringify(body)}`);
      await server.run('dispatch');
    },
    async openMailbox(options = {}) {
      const { page } = await openPage(browser, server.url, options);
      await page.goto(`${server.url}/mailbox#token=${OPERATOR_TOKEN}`);
      await page.getByRole('navigation', { name: 'Captured mail' }).waitFor();
      return page;
    },
    async end() {
      await Promise.all([closePages(browser), server.stop()]);
    },
  };
}
