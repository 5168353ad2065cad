import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { startIssuer, type TestIssuer } from '../../support/fakes/issuer.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

describe.skipIf(browserMissing !== undefined)('signing in to the console by an issuer', () => {
  let issuer: TestIssuer;
  let visit: Visit;
  beforeAll(async () => {
    issuer = await startIssuer();
    visit = await visitConsole(sqlite, { ...issuer.environment });
  });
  afterAll(() => Promise.all([visit?.end(), issuer?.close()]));

  /** Opens the sign-in in a browser that is somebody at the issuer. */
  async function openAs(email: string) {
    const { page, violations } = await visit.openOutside();
    await page.route(`${issuer.url}/authorize**`, async (route) => {
      const query = await issuer.visit(route.request().url(), { sub: email, email, email_verified: true });
      await route.fulfill({ status: 302, headers: { location: `${visit.server.url}/console/sign-in?${query}` } });
    });
    await page.goto(`${visit.server.url}/console/sign-in`);
    await page.getByRole('button', { name: 'Sign in with SSO' }).click();
    return { page, violations };
  }

  it('lets in who has an account, and leaves nothing of it in the tab', async () => {
    const { page } = await openAs(visit.owner.email);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect([new URL(page.url()).search, await page.evaluate("sessionStorage.getItem('posthorn:issuer')")]).toEqual(['', null]);
  });

  it('says so where nobody here has the address', async () => {
    const { page, violations } = await openAs('stranger@example.org');
    await page.getByRole('alert').filter({ hasText: 'There is no account or invitation here' }).waitFor();
    expect(await violations()).toEqual([]);
  });

  itHasWritten('issuer', () => visit);
});

describe.skipIf(browserMissing !== undefined)('signing in to a console without an issuer', () => {
  it('offers no issuer', async () => {
    const visit = await visitConsole(sqlite);
    const { page } = await visit.openOutside();
    const answered = page.waitForResponse(`${visit.server.url}/account/issuer`);
    await page.goto(`${visit.server.url}/console/sign-in`);
    expect(await (await answered).json()).toEqual({ available: false });
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with SSO' }).count()).toBe(0);
    await visit.end();
  });
});
