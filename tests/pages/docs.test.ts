import { contract, type Operation, type OperationTable } from '@posthorn/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { browserMissing, closePages, openPage, sharedBrowser } from '../support/processes/browser.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const operations: readonly Operation[] = Object.values<OperationTable[string]>(contract).flatMap((resource) => Object.values(resource));
const byTag = [...Map.groupBy(operations, ({ tags }) => tags[0])];

describe.skipIf(browserMissing !== undefined)('/docs in a browser', () => {
  let browser: Browser;
  let server: TestServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), startTestServer(sqlite)]);
  });
  afterAll(() => Promise.all([closePages(browser), server.stop()]));

  it('lists every operation, and asks no other host for anything', async () => {
    const { page, foreign, faults } = await openPage(browser, server.url);
    await page.goto(`${server.url}/docs`);
    const contents = page.getByRole('complementary', { name: 'Sidebar' });
    for (const [tag, members] of byTag) {
      await contents.getByRole('link', { name: tag, exact: true }).waitFor();
      const opener = contents.getByRole('button', { name: `Open Group - ${tag}`, exact: true });
      if ((await opener.count()) > 0) await opener.click();
      for (const { method, path } of members) await contents.locator(`a[href$="/${method}${path}"]`).waitFor();
    }
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows an operation with its example and its codes', async () => {
    const { page, foreign } = await openPage(browser, server.url);
    await page.goto(`${server.url}/docs#tag/email/POST/v1/email`);
    const operation = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Send an email', exact: true }) })
      .last();
    await operation.getByText('Your order has shipped').first().waitFor();
    for (const status of ['202', '422', '429']) await operation.getByRole('tab', { name: status }).waitFor();
    await operation.getByRole('tab', { name: '202', selected: true }).waitFor();
    await operation.getByText('"queued"').waitFor();
    await operation.getByText('hello@demo.posthorn.test').first().waitFor();
    // By name, since here no type of a browser's elements is known.
    const cut = await operation
      .getByRole('tablist')
      .evaluateAll((lists) => lists.filter((list) => Reflect.get(list, 'scrollWidth') > Reflect.get(list, 'clientWidth')));
    expect(cut).toEqual([]);
    await operation.getByRole('tab', { name: '422' }).click();
    await operation.getByText('"validation_failed"').waitFor();
    expect(foreign).toEqual([]);
  });
});
