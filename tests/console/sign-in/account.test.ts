import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { codeAt } from '../../support/fakes/authenticator.ts';
import { openBrowser, PASSWORD, signInAgain, type TestPerson } from '../../support/fixtures/people.ts';
import { freePort } from '../../support/free-port.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { eventually } from '../../support/wait.ts';
import { HOSTILE } from '../support/fill.ts';
import { type Visit, visitConsole } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

const STEP_MS = 30_000;
/** After it, changes to how one signs in ask for a proof. */
const STALE_MS = 16 * 60_000;
const NEW_PASSWORD = 'another battery staple';
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describe.skipIf(browserMissing !== undefined).each(engines)('the ways in to the console on $name', (engine) => {
  let visit: Visit;
  let person: TestPerson;

  beforeAll(async () => {
    const port = String(await freePort());
    // Browsers have passkeys at no IP address.
    const place = { PORT: port, BASE_URL: `http://localhost:${port}` };
    visit = await visitConsole(engine, { ...BY_HAND, ...place, SYSTEM_FROM: 'Posthorn <hello@system.example.com>' });
    const domain = { name: 'system.example.com', verified: true };
    await visit.server.admin('POST', `/admin/tenants/${visit.tenant.id}/domains`, { body: domain });
  });
  beforeEach(async () => {
    person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
  });
  afterAll(() => visit?.end());

  const pass = async (advance_ms: number): Promise<number> =>
    (await visit.server.admin('POST', '/admin/clock', { body: { advance_ms } })).body.now;
  const me = async (someone = person.browser) => (await someone.call('GET', '/account/me')).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Gives the address and the password at the door. */
  async function knock(password = PASSWORD): Promise<Page> {
    const { page, open } = await visit.openOutside();
    await open('/sign-in');
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password').fill(password);
    await button(page, 'Sign in').click();
    return page;
  }
  async function giveCode(page: Page, code: string): Promise<void> {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await button(page, 'Sign in').click();
  }
  const isIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const isRefused = (page: Page) => page.getByRole('alert').filter({ hasText: 'Wrong email address, password or code.' }).waitFor();

  it('are a password and a code of an app, or a recovery code in its place, until the app is turned off', async () => {
    const { page, open, violations } = await visit.openConsole({}, person);
    const dialog = page.getByRole('dialog');
    await open('/account');
    await button(page, 'Set up authenticator app').click();
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByLabel('Code', { exact: true }).fill('12345');
    await button(page, 'Turn on').click();
    await dialog.getByRole('alert').filter({ hasText: 'Wrong code' }).waitFor();
    expect([await violations(), (await me()).has_authenticator]).toEqual([[], false]);
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, await pass(STEP_MS)));
    await button(page, 'Turn on').click();
    const shown = dialog.getByRole('region', { name: 'Recovery codes' });
    await page.keyboard.press('Escape');
    const [first = '', second = ''] = ((await shown.textContent()) ?? '').split('\n');
    expect(await violations()).toEqual([]);
    await button(page, 'I have saved this').click();
    await page.getByText('10 recovery codes left').waitFor();

    const byApp = await knock();
    await giveCode(byApp, '12345');
    await isRefused(byApp);
    await giveCode(byApp, codeAt(secret, await pass(STEP_MS)));
    await isIn(byApp);
    const byCode = await knock();
    await giveCode(byCode, first);
    await isIn(byCode);
    const again = await knock();
    await giveCode(again, first);
    await isRefused(again);
    expect((await me()).recovery_codes_left).toBe(9);

    await pass(STALE_MS);
    await button(page, 'Generate new recovery codes').click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByLabel('Password').fill(PASSWORD);
    await proof.getByLabel('Code', { exact: true }).fill(codeAt(secret, await pass(STEP_MS)));
    expect(await violations()).toEqual([]);
    await button(page, 'Continue').click();
    await shown.waitFor();
    const [fresh = ''] = ((await shown.textContent()) ?? '').split('\n');
    await button(page, 'I have saved this').click();
    await page.getByText('10 recovery codes left').waitFor();
    const byFresh = await knock();
    await giveCode(byFresh, second);
    await isRefused(byFresh);
    await giveCode(byFresh, fresh);
    await isIn(byFresh);

    await button(page, 'Turn off').click();
    await button(page, 'Set up authenticator app').waitFor();
    await isIn(await knock());
  });

  it('are a passkey, which also proves who somebody is, until it is taken away', async () => {
    const name = HOSTILE.slice(0, 60);
    const { page, open, refused, faults } = await visit.openConsole({}, person);
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await open('/account');
    await page.getByLabel('Passkey name').fill(name);
    await button(page, 'Add passkey').click();
    await page.getByText('never used').waitFor();
    const passkeys = async () => (await (await signInAgain(visit.server, person)).call('GET', '/account/passkeys')).body.data;
    expect(await passkeys()).toMatchObject([{ name, last_used_at: null }]);

    await button(page, 'Sign out').first().click();
    await button(page, 'Use a passkey').click();
    await isIn(page);
    expect(await passkeys()).toMatchObject([{ last_used_at: expect.any(Number) }]);
    // Who thinks otherwise has done nothing wrong.
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await open('/sign-in');
    await button(page, 'Use a passkey').click();
    await expect.poll(() => button(page, 'Use a passkey').isEnabled()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

    await pass(STALE_MS);
    await open('/account');
    await page.getByRole('button', { name: /^Remove/ }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await button(page, 'Use a passkey').click();
    await proof.waitFor({ state: 'hidden' });
    await expect.poll(passkeys).toEqual([]);
    await button(page, 'Sign out').first().click();
    await button(page, 'Use a passkey').click();
    await isRefused(page);
    expect({ refused: await refused(), faults }).toEqual({ refused: [], faults: [] });
  });

  it('are opened again by a link that is mailed to whoever has forgotten the password, once, and with the code of the app', async () => {
    const { secret } = (await person.browser.call('POST', '/account/totp')).body;
    await person.browser.call('POST', '/account/totp/confirm', { body: { code: codeAt(secret, await pass(STEP_MS)) } });
    const { page, open, violations } = await visit.openOutside();
    await open('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email address').fill(person.email);
    await button(page, 'Send link').click();
    await page.getByRole('status').filter({ hasText: 'a link is on its way' }).waitFor();
    expect(await violations()).toEqual([]);
    const link = await eventually(async () => {
      await visit.server.run('dispatch');
      const { body } = await visit.server.admin('GET', '/admin/captured');
      const mail = body.data.find(({ rcpt_to: to }: { rcpt_to: string[] }) => to.includes(person.email));
      if (mail === undefined) return undefined;
      const { raw } = (await visit.server.admin('GET', `/admin/captured/${mail.id}`)).body;
      return /http\S+#token=[\w-]+/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0];
    });
    await page.goto(link);
    await page.getByText(`For ${person.email}.`).waitFor();
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await button(page, 'Set password').click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, await pass(STEP_MS)));
    await button(page, 'Set password').click();
    await isIn(page);
    expect((await me()).error).toBe('unauthorized');
    await isRefused(await knock());
    const code = codeAt(secret, await pass(STEP_MS));
    const anew = { email: person.email, password: NEW_PASSWORD, code };
    expect((await openBrowser(visit.server).call('POST', '/account/sign-in', { body: anew })).status).toBe(200);
    const late = await visit.openOutside();
    await late.page.goto(link);
    await late.page.getByRole('alert').filter({ hasText: 'has been used, has expired' }).waitFor();
  });

  itHasWritten('account', () => visit);
});
