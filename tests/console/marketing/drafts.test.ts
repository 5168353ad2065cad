import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('a draft in the console on $name', (engine) => {
  let visit: Visit;
  const { home, post } = within(() => visit);
  const tenantPatch = (id: string, body: object) => visit.tenant.call('PATCH', `/v1/broadcasts/${id}`, { body });

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('is tested as it was saved, at one place, also before it has an audience', async () => {
    const { id } = await post('/v1/broadcasts', { name: 'Tried', subject: 'Tried', body_text: 'x', from: visit.tenant.from });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    const test = buttonOf(page, 'Send test');
    expect([await test.isDisabled(), await buttonOf(page, 'Send').isDisabled()]).toEqual([false, true]);
    await buttonOf(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Duplicate', 'Cancel', 'Delete']);
    await page.keyboard.press('Escape');
    await page.getByLabel('Subject').fill('Saved');
    expect(await test.isDisabled()).toBe(true);
    await buttonOf(page, 'Save draft').click();
    await test.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Addresses').fill('me@example.org');
    await buttonOf(dialog, 'Send test').click();
    await page.getByText('1 test is on the way.').waitFor();
    await visit.server.run('dispatch');
    const { body } = await visit.server.admin('GET', '/admin/captured');
    expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['[test] Saved']);
  });

  it('keeps what was saved in another tab, and shows it', async () => {
    const [{ id: one }, { id: other }] = [await post('/v1/audiences', { name: 'One' }), await post('/v1/audiences', { name: 'Other' })];
    const content = { subject: 'First', body_html: '<p>First</p>\r\n', target_kind: 'audience', target_id: one };
    const { id } = await post('/v1/broadcasts', { name: 'Shared', ...content });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await page.getByRole('option', { name: 'Other' }).waitFor({ state: 'attached' });
    await tenantPatch(id, { subject: 'Second', body_html: '<p>Second</p>', target_kind: 'audience', target_id: other });
    await page.getByLabel('Preview text').fill('Mine');
    const save = async () => {
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await buttonOf(page, 'Save draft').click();
      return (await saved).json();
    };
    const second = { preview_text: 'Mine', subject: 'Second', body_html: '<p>Second</p>', target_id: other };
    expect(await save()).toMatchObject(second);
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Second');
    expect(await page.getByLabel('HTML').inputValue()).toBe('<p>Second</p>');
    expect(await page.getByLabel('Audience or segment').inputValue()).toBe(`audience:${other}`);
    await page.getByLabel('Subject').fill('Third');
    expect(await save()).toMatchObject({ ...second, subject: 'Third' });
  });

  it('is not sent at once by a time that is half written', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Soon' });
    const content = { subject: 'S', body_text: 'x', from: visit.tenant.from, target_kind: 'audience', target_id: audience };
    const { id } = await post('/v1/broadcasts', { name: 'Soon', ...content });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    const at = page.getByLabel('Send at');
    await at.focus();
    await page.keyboard.type('01022099');
    await buttonOf(page, 'Send').click();
    await at.and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.type('01022099');
    await page.keyboard.type('0304AM');
    expect(await at.inputValue()).toBe('2099-01-02T03:04');
    await buttonOf(page, 'Schedule').click();
    await page.getByRole('dialog').waitFor();
  });

  it('says beside the button that sends it what it lacks, and leads to where that is written', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Everybody' });
    const { id } = await post('/v1/broadcasts', { name: 'Begun', from: 'me@elsewhere.example' });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    const lacks = page.getByRole('list', { name: 'Before you can send' });
    const lackOf = (name: string) => buttonOf(lacks, name);
    const isFocused = (label: string) =>
      page
        .locator(':focus')
        .and(page.getByLabel(label, { exact: true }))
        .waitFor();
    const unverified = 'The sender address must be at one of your verified domains.';
    await lackOf(unverified).waitFor();
    const written = ['Choose an audience or segment', 'Write a subject', 'Write HTML or plain text'];
    expect(await lacks.getByRole('button').allInnerTexts()).toEqual([...written, unverified]);
    expect(await violations()).toEqual([]);
    await lackOf('Write HTML or plain text').click();
    await isFocused('HTML');
    await lackOf(unverified).press('Enter');
    await isFocused('From');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(visit.tenant.from);
    expect(await lacks.getByRole('button').allInnerTexts()).toEqual(['Save your changes']);
    await lackOf('Save your changes').click();
    await page.keyboard.press('Enter');
    await lackOf('Save your changes').waitFor({ state: 'detached' });
    await page.getByText(visit.tenant.from).waitFor();
    await lackOf(unverified).waitFor({ state: 'detached' });
    expect(await lacks.getByRole('button').allInnerTexts()).toEqual(written);
    await tenantPatch(id, { target_kind: 'audience', target_id: audience, subject: 'Now', body_html: '<p>\n{% if %}</p>' });
    await page.reload();
    await lackOf('HTML, line 2: invalid Liquid: A value is missing here.').click();
    await isFocused('HTML');
    await tenantPatch(id, { body_html: '<p>Now</p>' });
    await page.reload();
    await page.getByText('No problems found.').or(page.getByText('There is no unsubscribe link.')).first().waitFor();
    expect([await lacks.count(), await buttonOf(page, 'Send').isDisabled()]).toEqual([0, false]);
  });

  it('leads to the domains where none is verified and no sender is named', async () => {
    const { id } = await post('/v1/broadcasts', { name: 'Nowhere', subject: 'Nowhere', body_text: 'x' });
    await visit.tenant.call('DELETE', `/v1/domains/${visit.tenant.domain.id}`);
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await page.getByRole('list', { name: 'Before you can send' }).getByRole('link', { name: 'Verify a domain to send from' }).click();
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
  });
});
