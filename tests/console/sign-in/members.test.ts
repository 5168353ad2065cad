import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signInAgain, tokenOf } from '../../support/fixtures/people.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

/** Records in `closing` the heading of each dialog that closes, and each that one has while it does. */
const RECORD_CLOSING = `closing = [];
  new MutationObserver(() => {
    const heading = document.querySelector('[role=dialog][data-closed] h2')?.innerText;
    if (heading !== seen && heading !== undefined) closing.push(heading);
    seen = heading;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
  var seen`;

describe.skipIf(browserMissing !== undefined).each(engines)('who belongs to a tenant, in the console on $name', (engine) => {
  let visit: Visit;
  const members = () => `/${visit.tenant.id}/members`;
  const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const readLink = async (link: string) =>
    (await openBrowser(visit.server).call('POST', '/account/links/read', { body: { token: tokenOf(link) } })).body;

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('is invited by a link, which the person takes who has an account, and which can be taken back', async () => {
    const known = await visit.signUp({});
    const { page, open } = await visit.openConsole();
    const invite = async (email: string): Promise<string> => {
      await page.getByRole('button', { name: 'Invite member' }).click();
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Role', { exact: true }).selectOption('marketer');
      await inDialog(page, 'Invite member').click();
      const link = (await page.getByRole('dialog').getByText('#token=').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      return link;
    };
    await open(members());
    await page.evaluate(RECORD_CLOSING);
    const [taken, back] = [await invite(known.email), await invite('nobody@example.com')];
    expect(await readLink(back)).toMatchObject({ email: 'nobody@example.com', role: 'marketer' });
    await page.getByRole('button', { name: 'Revoke the invitation for nobody@example.com' }).click();
    await page.getByText('Invitation revoked.').waitFor();
    expect(await readLink(back)).toMatchObject({ error: 'invalid_link' });
    expect(await page.evaluate<string[]>('closing')).toEqual(['Invitation created', 'Invitation created']);

    const { page: theirs, violations } = await visit.openOutside();
    await theirs.goto(taken);
    await theirs.getByLabel('Your password').fill('not the password at all');
    await theirs.getByRole('button', { name: 'Accept invitation' }).click();
    await theirs.getByRole('alert').filter({ hasText: 'Wrong email address, password or code.' }).waitFor();
    expect(await violations()).toEqual([]);
    await theirs.getByLabel('Your password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Accept invitation' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const { body } = await known.browser.call('GET', '/account/me');
    expect(body.memberships).toMatchObject([{ tenant_id: visit.tenant.id, role: 'marketer' }]);
  });

  it('comes to the tenant of the invitation, whatever others are called', async () => {
    const same = [await visit.server.mint(), await visit.server.mint()];
    for (const { id } of same) await visit.server.admin('PATCH', `/admin/tenants/${id}`, { body: { name: 'Two of a name' } });
    const owners = await Promise.all(same.map(({ id }) => visit.signUp({ tenant_id: id, role: 'owner' })));
    const ways = same.map(({ id }, place) => ({ id, owner: owners[place] }));
    // Whichever of the two a list has first.
    for (const order of [ways, ways.toReversed()]) {
      const known = await visit.signUp({});
      const { page } = await visit.openConsole({}, known);
      for (const { id, owner } of order) {
        const asked = { body: { email: known.email, role: 'viewer' } };
        const { link } = (await owner?.browser.call('POST', `/account/tenants/${id}/invitations`, asked))?.body ?? {};
        await page.goto(link);
        await page.getByRole('button', { name: 'Accept invitation' }).click();
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
        expect(new URL(page.url()).pathname).toBe(`/console/${id}`);
      }
    }
  });

  it('gets another role, and is removed, but not the last owner', async () => {
    const other = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const memberships = async () => (await other.browser.call('GET', '/account/me')).body.memberships;
    const { page, open, violations } = await visit.openConsole();
    await open(members());
    await page.getByLabel(`Role of ${other.email}`).selectOption('owner');
    await page.getByText(`${other.email}: Owner.`).waitFor();
    expect(await memberships()).toMatchObject([{ role: 'owner' }]);
    await page.getByRole('button', { name: `Remove ${other.email}` }).click();
    await inDialog(page, 'Remove').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Remove ${other.email}` }).waitFor({ state: 'detached' });
    expect(await memberships()).toEqual([]);
    await page.getByRole('button', { name: 'Leave' }).click();
    await inDialog(page, 'Leave').click();
    await page.getByRole('dialog').getByText('Make someone else an owner first').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('is asked before giving up what no other role gives back', async () => {
    const { page, open } = await visit.openConsole();
    const choice = page.getByLabel(`Role of ${visit.owner.email}`);
    await open(members());
    await choice.selectOption('viewer');
    await page.getByRole('dialog', { name: 'Change your role to Viewer?' }).waitFor();
    expect(await choice.inputValue()).toBe('owner');
    await inDialog(page, 'Change my role').click();
    await page.getByRole('dialog').getByText('Make someone else an owner first').waitFor();
    await inDialog(page, 'Cancel').click();
    await open('/operator/people');
    for (const action of ['Remove as operator', 'Suspend']) {
      await page.getByRole('button', { name: `Actions for ${visit.owner.email}` }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
      await page.getByRole('dialog', { name: 'Remove your own access?' }).waitFor();
      await inDialog(page, 'Cancel').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    expect((await visit.owner.browser.call('GET', '/account/me')).body).toMatchObject({ operator: true, memberships: [{ role: 'owner' }] });
  });

  it('leaves by itself, and is then elsewhere', async () => {
    const second = await visit.server.mint();
    const leaving = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const owner = await visit.signUp({ tenant_id: second.id, role: 'owner' });
    const path = `/account/tenants/${second.id}/invitations`;
    const { link } = (await owner.browser.call('POST', path, { body: { email: leaving.email, role: 'viewer' } })).body;
    await leaving.browser.call('POST', '/account/memberships', { body: { token: tokenOf(link) } });
    const { page, open, faults } = await visit.openConsole({}, leaving);
    await open(members());
    await page.getByRole('button', { name: 'Leave' }).click();
    await inDialog(page, 'Leave').click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/${second.id}`);
    expect((await leaving.browser.call('GET', '/account/me')).body.memberships).toMatchObject([{ tenant_id: second.id }]);
    await open(`/${second.id}/members`);
    await page.getByRole('button', { name: 'Leave' }).click();
    await inDialog(page, 'Leave').click();
    await page.getByRole('heading', { name: 'You are not a member of any tenant yet' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is made an operator, kept out, let in, handed the way back in, and deleted by the operator', async () => {
    const person = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    const { page, open, violations } = await visit.openConsole();
    await open('/operator/people');
    const choose = async (action: string) => {
      await page.getByRole('button', { name: `Actions for ${person.email}` }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    const operates = async () => (await person.browser.call('GET', '/account/me')).body.operator;
    const status = () => page.getByRole('row', { name: person.email }).getByText('Operator').filter({ visible: true }).count();
    await choose('Make operator');
    await inDialog(page, 'Make operator').click();
    await expect.poll(status).toBe(1);
    expect(await operates()).toBe(true);
    await choose('Remove as operator');
    await expect.poll(status).toBe(0);
    expect(await operates()).toBe(false);
    await choose('Suspend');
    await page.getByRole('row', { name: person.email }).getByText('Suspended').filter({ visible: true }).waitFor();
    await expect(signInAgain(visit.server, person)).rejects.toThrow('sign_in_failed');
    await choose('Reactivate');
    await page.getByRole('row', { name: person.email }).getByText('Suspended').filter({ visible: true }).waitFor({ state: 'hidden' });
    await signInAgain(visit.server, person);

    await choose('Create recovery link');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(person.email);
    await inDialog(page, 'Create recovery link').click();
    const link = (await dialog.getByText('#token=').textContent()) ?? '';
    expect(await violations()).toEqual([]);
    expect(await readLink(link)).toMatchObject({ kind: 'recovery', email: person.email });
    const { page: theirs } = await visit.openOutside();
    await theirs.goto(link);
    await theirs.getByLabel('New password').fill('another battery staple');
    await theirs.getByRole('button', { name: 'Set password' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await expect(signInAgain(visit.server, person)).rejects.toThrow('sign_in_failed');

    await page.getByRole('button', { name: 'Done' }).click();
    await choose('Delete');
    await inDialog(page, 'Delete').click();
    await page.getByText('Account deleted.').waitFor();
    const { body } = await visit.server.admin('GET', '/admin/people');
    expect(body.data.filter(({ email }: { email: string }) => email === person.email)).toEqual([]);
    await theirs.reload();
    await theirs.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  itHasWritten('members', () => visit);
});
