import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { PASSWORD, signInAgain } from '../../support/fixtures/people.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { comeBack, hold } from '../support/hold.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('a console beside which other things happen', () => {
  let visit: Visit;
  const { home } = within(() => visit);
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  const signOut = { name: 'Sign out', exact: true } as const;

  it('goes on where the browser has no network, and the service is on the same machine', async () => {
    const { page, open } = await visit.openConsole();
    await open(home());
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('link', { name: visit.tenant.domain.name }).waitFor();
  });

  it('says that the service cannot be reached, and loads by itself once it can', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/keys`);
    // What the screen is made of is there already.
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('link', { name: visit.tenant.domain.name }).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.route('**/v1/domains/*', (route) => route.abort());
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('link', { name: visit.tenant.domain.name }).click();
    await page.getByText('Could not reach the service. Check your connection and try again.').waitFor();
    await page.unroute('**/v1/domains/*');
    await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
    await page.getByRole('heading', { level: 1, name: visit.tenant.domain.name }).waitFor();
  });

  it('tells who could not be signed out, and keeps nobody’s bearer once it did', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open } = await visit.openConsole({}, person);
    await open('/account');
    await page.route('**/account/sign-out', (route) => route.abort());
    await page.getByRole('button', signOut).click();
    await page.getByText('Could not reach the service.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your account');
    await page.unroute('**/account/sign-out');
    await page.getByRole('button', signOut).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect((await person.browser.call('GET', '/account/me')).status).toBe(401);
  });

  it('has whoever signed out in another tab sign in, and shows somebody else nothing of before', async () => {
    const [first, second] = await Promise.all([
      visit.signUp({ tenant_id: visit.tenant.id, role: 'owner' }),
      visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' }),
    ]);
    const { page, open } = await visit.openConsole({}, first);
    await page.clock.install();
    await open(`${home()}/members`);
    await page.getByRole('button', { name: `Remove ${second.email}` }).waitFor();
    await first.browser.call('POST', '/account/sign-out');
    await comeBack(page, '/account/me');
    await page.getByLabel('Email address').fill(second.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('button', { name: `Your account: ${second.email}` }).waitFor();
    expect(await page.getByRole('button', { name: `Remove ${first.email}` }).count()).toBe(0);
  });

  it('keeps what is not saved where the sign-in has ended, and goes on once somebody has signed in elsewhere', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'owner' });
    await visit.tenant.call('POST', '/v1/templates', { body: { alias: 'long' } });
    const { page, open, violations, narrowWidth } = await visit.openConsole({}, person);
    await page.clock.install();
    await open(`${home()}/templates/long`);
    await page.getByLabel('Subject').fill('Written for an hour');
    await person.browser.call('POST', '/account/sign-out');
    await comeBack(page, '/account/me');
    const alert = page.getByRole('alert').filter({ hasText: 'What you have written is still here' });
    await alert.waitFor();
    expect([await page.getByLabel('Subject').inputValue(), await violations(), await narrowWidth()]).toEqual([
      'Written for an hour',
      [],
      320,
    ]);
    const [name = '', value = ''] = ((await signInAgain(visit.server, person)).cookie ?? '').split('=');
    await page.context().addCookies([{ name, value, url: visit.server.url, httpOnly: true, sameSite: 'Strict' }]);
    await comeBack(page, '/account/me');
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.getByText('Version 1 saved').first().waitFor();
    const { body } = await visit.tenant.call('GET', '/v1/templates/long/versions/1');
    expect(body.subject).toBe('Written for an hour');
  });

  it('begins anew where somebody else has signed in, in another tab', async () => {
    const [first, second] = await Promise.all([
      visit.signUp({ tenant_id: visit.tenant.id, role: 'owner' }),
      visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' }),
    ]);
    const { page, open } = await visit.openConsole({}, first);
    await page.clock.install();
    await open(`${home()}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).waitFor();
    const [name = '', value = ''] = (second.browser.cookie ?? '').split('=');
    await page.context().addCookies([{ name, value, url: visit.server.url, httpOnly: true, sameSite: 'Strict' }]);
    const loaded = page.waitForEvent('load');
    await comeBack(page, '/account/me');
    await loaded;
    await page.getByRole('button', { name: `Your account: ${second.email}` }).waitFor();
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('link', { name: visit.tenant.domain.name }).waitFor();
    expect(await page.getByRole('button', { name: 'Add domain' }).count()).toBe(0);
  });

  it('speaks the language that was chosen last, whichever comes first', async () => {
    const { page, open } = await visit.openConsole();
    await open('/account');
    const german = await hold(page, 'GET', /\/assets\/de-[\w-]+\.js$/);
    await page.getByLabel('Language').selectOption('de');
    await german.asked;
    await page.getByLabel('Language').selectOption('en');
    const answered = page.waitForResponse((response) => /\/assets\/de-/.test(response.url()));
    german.release();
    // It has come to the page once the same is there for somebody else.
    await page.evaluate(`import('${(await answered).url()}').then(() => undefined)`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your account');
  });
});
