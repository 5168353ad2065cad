import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('who leaves what is not saved', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('is asked before what is not saved is left, and not once it is', async () => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await post('/v1/templates', { alias: 'left' });
    await open(`${home()}/templates/left`);
    await page.getByLabel('Subject').fill('Not saved');
    await page.getByRole('link', { name: 'Domains' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('unsaved changes')]);
    expect(await page.getByLabel('Subject').inputValue()).toBe('Not saved');
    await buttonOf(page, 'Save as new version').click();
    await page.getByText('Version 1 saved').first().waitFor();
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    expect(asked).toHaveLength(1);
  });

  it('is asked before the rules of a segment are left, and not once they are saved', async () => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await open(`${home()}/segments/new`);
    await page.getByLabel('Name', { exact: true }).fill('Half');
    await page.getByRole('link', { name: 'Domains' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('unsaved changes')]);
    await buttonOf(page, 'Create segment').click();
    await page.getByRole('heading', { level: 1, name: 'Half' }).waitFor();
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    expect(asked).toHaveLength(1);
  });

  it.each([
    { form: 'a mail', path: '/send', field: 'Subject' },
    { form: 'a new template', path: '/new-template', field: 'Template alias' },
  ])('is asked before $form is left of which one line is written', async ({ path, field }) => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await open(`${home()}${path}`);
    await page.getByLabel(field).fill('written');
    await page.getByRole('link', { name: 'Domains' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('unsaved changes')]);
    expect(await page.getByLabel(field).inputValue()).toBe('written');
  });

  it('is asked before the time that a draft is to be sent at is left', async () => {
    const { id } = await post('/v1/broadcasts', { name: 'Left' });
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await open(`${home()}/broadcasts/${id}`);
    await page.getByLabel('Send at').fill('2099-01-02T03:04');
    await page.getByRole('link', { name: 'Domains' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('unsaved changes')]);
    expect(await page.getByLabel('Send at').inputValue()).toBe('2099-01-02T03:04');
    await page.getByLabel('Send at').fill('');
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    expect(asked).toHaveLength(1);
  });

  it.each(['Name', 'New password'])('is asked before what is typed in “%s” of the account is left', async (label) => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await open('/account');
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill('correct horse battery');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('unsaved changes')]);
    expect(await field.inputValue()).toBe('correct horse battery');
    await field.fill(before);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/account'));
    expect(asked).toHaveLength(1);
  });

  it('is asked before the sign-in ends, and once', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open } = await visit.openConsole({}, person);
    const asked: string[] = [];
    let goesOn = false;
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return goesOn ? dialog.accept() : dialog.dismiss();
    });
    await open('/account');
    await page.getByLabel('New password').fill('correct horse battery');
    await buttonOf(page, 'Sign out').click();
    await expect.poll(() => asked).toEqual(['confirm']);
    expect((await person.browser.call('GET', '/account/me')).status).toBe(200);
    expect(await page.getByLabel('New password').inputValue()).toBe('correct horse battery');
    goesOn = true;
    await buttonOf(page, 'Sign out').click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(asked).toEqual(['confirm', 'confirm']);
    expect((await person.browser.call('GET', '/account/me')).status).toBe(401);
  });

  it('is asked once where both the page and a dialog on it are written', async () => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.accept();
    });
    await post('/v1/templates', { alias: 'twice' });
    await post('/v1/templates/twice/versions', { subject: 'Hello', text_body: 'Hello' });
    await open(`${home()}/domains`);
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('link', { name: 'twice' }).click();
    await page.getByLabel('Subject').fill('Not saved');
    await buttonOf(page, 'Send test').click();
    await page.getByRole('dialog').getByLabel('To').fill('ada@example.org');
    await page.evaluate('history.back()');
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    expect(asked).toEqual([expect.stringContaining('unsaved changes')]);
  });

  it('goes back amid a dialog, and is asked; and keeps it when the sign-in ends, and saves it after the next', async () => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await open(`${home()}/domains`);
    await page.getByRole('link', { name: 'Suppressions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Suppressions' }).waitFor();
    const dialog = page.getByRole('dialog');
    await buttonOf(page, 'Suppress addresses').click();
    await dialog.getByLabel('Addresses').fill('kept@example.org');
    await page.evaluate('history.back()');
    await expect.poll(() => asked).toEqual([expect.stringContaining('unsaved changes')]);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { error: 'unauthorized' } }));
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await buttonOf(dialog, 'Suppress addresses').click();
    await dialog.getByText('Your session has ended').waitFor();
    expect(await dialog.getByLabel('Addresses').inputValue()).toBe('kept@example.org');
    await page.unroute('**/v1/**');
    await page.context().addCookies(cookies);
    await buttonOf(dialog, 'Suppress addresses').click();
    await page.getByText('1 address suppressed.').waitFor();
    expect(asked).toHaveLength(1);
  });

  it('presses beside a dialog, which stays where something was written in it', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/suppressions`);
    const dialog = page.getByRole('dialog');
    await buttonOf(page, 'Suppress addresses').click();
    await dialog.getByLabel('Addresses').fill('a@example.org');
    await page.mouse.click(5, 795);
    expect(await dialog.getByLabel('Addresses').inputValue()).toBe('a@example.org');
    await buttonOf(dialog, 'Close').click();
    await dialog.waitFor({ state: 'hidden' });
    await buttonOf(page, 'Suppress addresses').click();
    await dialog.getByLabel('Addresses').waitFor();
    await page.mouse.click(5, 795);
    await dialog.waitFor({ state: 'hidden' });
  });
});
