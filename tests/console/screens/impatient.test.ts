import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { comeBack, haveAnswer, hold } from '../support/hold.ts';
import { buttonOf, type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('who does not wait for an answer', () => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('keeps what was written while a draft was saved, and sends nothing before that is saved too', async () => {
    const { id: target } = await post('/v1/audiences', { name: 'Readers' });
    const mail = { subject: 'One', from: visit.tenant.from, body_html: 'x', target_kind: 'audience', target_id: target };
    const { id } = await post('/v1/broadcasts', { name: 'News', ...mail });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    const saving = await hold(page, 'PATCH', `/v1/broadcasts/${id}`);
    await page.getByLabel('Subject').fill('Two');
    await buttonOf(page, 'Save draft').click();
    await saving.asked;
    await page.getByLabel('Subject').fill('Three');
    saving.release();
    await page.getByText('Draft saved.').waitFor();
    expect((await get(`/v1/broadcasts/${id}`)).subject).toBe('Two');
    await page.getByText('Save the draft to review and send it.').waitFor();
    expect([await buttonOf(page, 'Send').isDisabled(), await page.getByLabel('Subject').inputValue()]).toEqual([true, 'Three']);
    await buttonOf(page, 'Save draft').click();
    await expect.poll(() => buttonOf(page, 'Send').isEnabled()).toBe(true);
    expect((await get(`/v1/broadcasts/${id}`)).subject).toBe('Three');
  });

  it('keeps the code that is being written while it is saved, and when somebody else has another version sent', async () => {
    await post('/v1/templates', { alias: 'written' });
    await post('/v1/templates/written/versions', { subject: 'One', text_body: 'x' });
    const { page, open } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/templates/written`);
    const saving = await hold(page, 'POST', '/v1/templates/written/versions');
    await page.getByLabel('Subject').fill('Two');
    await buttonOf(page, 'Save as new version').click();
    await saving.asked;
    await page.getByLabel('Subject').fill('Three');
    saving.release();
    await page.getByText('Version 2 saved').first().waitFor();
    await page.getByRole('option', { name: 'Version 2' }).waitFor({ state: 'attached' });
    expect([await page.getByLabel('Subject').inputValue(), await page.getByLabel('Version', { exact: true }).inputValue()]).toEqual([
      'Three',
      '2',
    ]);
    await post('/v1/templates/written/versions', { subject: 'Of somebody else', text_body: 'x' });
    await comeBack(page, '/v1/templates/written');
    await page.getByRole('option', { name: 'Version 3' }).waitFor({ state: 'attached' });
    expect([await page.getByLabel('Subject').inputValue(), await page.getByLabel('Version', { exact: true }).inputValue()]).toEqual([
      'Three',
      '2',
    ]);
  });

  it('keeps how a template is to be called when the one of the gallery comes after that', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/new-template`);
    const chosen = await hold(page, 'GET', '/v1/template-gallery/receipt');
    await page.getByRole('radio', { name: 'Receipt' }).check();
    await chosen.asked;
    await page.getByLabel('Alias').fill('bill');
    chosen.release();
    await page.frameLocator('iframe').getByText('View the invoice').waitFor();
    expect([await page.getByLabel('Alias').inputValue(), await page.getByLabel('Name').inputValue()]).toEqual(['bill', 'Receipt']);
  });

  it('keeps who a test is from when the domains come after that', async () => {
    await post('/v1/templates', { alias: 'tried' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/templates/tried`);
    const domains = await hold(page, 'GET', '/v1/domains');
    await buttonOf(page, 'Send test').click();
    const from = page.getByRole('dialog').getByLabel('From', { exact: true });
    await domains.asked;
    await from.fill('me@example.org');
    const answered = haveAnswer(page, '/v1/domains');
    domains.release();
    await answered;
    // What came with the answer is drawn by the frame after next.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
    expect(await from.inputValue()).toBe('me@example.org');
  });

  it('subscribes nobody again who has unsubscribed while the contact was edited', async () => {
    const { id } = await post('/v1/contacts', { email: 'ada@example.org', attributes: { city: 'London' } });
    const { page, open } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/contacts/${id}`);
    await buttonOf(page, 'Edit').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value of attribute 1').fill('Vienna');
    await visit.tenant.call('PATCH', `/v1/contacts/${id}`, { body: { status: 'unsubscribed' } });
    await comeBack(page, `/v1/contacts/${id}`);
    await page.getByText('Unsubscribed', { exact: true }).first().waitFor({ state: 'attached' });
    await buttonOf(dialog, 'Save').click();
    await page.getByText('Contact saved.').waitFor();
    const { status, attributes } = await get(`/v1/contacts/${id}`);
    expect({ status, attributes }).toEqual({ status: 'unsubscribed', attributes: { city: 'Vienna' } });
  });

  it('makes one key by two presses, and sees it although it was closed meanwhile', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/keys`);
    const making = await hold(page, 'POST', '/v1/api-keys');
    const dialog = page.getByRole('dialog');
    await buttonOf(page, 'Create API key').click();
    await dialog.getByLabel('Name').fill('once');
    await buttonOf(dialog, 'Create API key').dblclick();
    await making.asked;
    await page.keyboard.press('Escape');
    await buttonOf(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    making.release();
    await page.getByRole('region', { name: 'Key', exact: true }).waitFor();
    await buttonOf(dialog, 'I have saved this').click();
    expect((await get('/v1/api-keys')).data.filter(({ name }: { name: string }) => name === 'once')).toHaveLength(1);
  });

  it('cannot close a question while it is being done, and is told nothing old when it is asked again', async () => {
    const { id } = await post('/v1/segments', { name: 'Asked', filter: { all: true } });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/segments/${id}`);
    const deleting = await hold(page, 'DELETE', `/v1/segments/${id}`);
    const dialog = page.getByRole('dialog');
    await buttonOf(page, 'Delete').click();
    await buttonOf(dialog, 'Delete').click();
    await deleting.asked;
    await page.keyboard.press('Escape');
    expect([await dialog.count(), await buttonOf(dialog, 'Cancel').isDisabled()]).toEqual([1, true]);
    deleting.release();
    await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
    await open(`${home()}/domains`);
    await buttonOf(page, 'Add domain').click();
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('no domain');
    await buttonOf(dialog, 'Add domain').click();
    await dialog.getByRole('alert').waitFor();
    await buttonOf(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    await buttonOf(page, 'Add domain').click();
    await dialog.getByRole('textbox', { name: 'Domain' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
  });

  it('changes two things of a domain at once, and sees both', async () => {
    const { id } = visit.tenant.domain;
    const { page, open } = await visit.openConsole();
    await open(`${home()}/domains/${id}`);
    const changing = await hold(page, 'PATCH', `/v1/domains/${id}`);
    const settings = ['Track opens', 'Track clicks'].map((name) => page.getByLabel(name));
    for (const setting of settings) await setting.check();
    await changing.asked;
    expect(await Promise.all(settings.map((setting) => setting.isChecked()))).toEqual([true, true]);
    changing.release();
    await expect
      .poll(async () => {
        const { open_tracking, click_tracking } = await get(`/v1/domains/${id}`);
        return [open_tracking, click_tracking];
      })
      .toEqual([true, true]);
    expect(await Promise.all(settings.map((setting) => setting.isChecked()))).toEqual([true, true]);
  });

  it('finds in the list what was changed beside it, however shortly it was there before', async () => {
    const mail = {
      from: visit.tenant.from,
      to: ['waits@example.org'],
      subject: 'Waits',
      text_body: 'x',
      scheduled_at: Date.now() + 86_400_000,
    };
    const { message_id: id } = await post('/v1/email', mail);
    const { page, open } = await visit.openConsole();
    // No time passes for the page, so that nothing is old.
    await page.clock.setFixedTime(Date.now());
    await open(`${home()}/emails`);
    await page.getByRole('row', { name: 'waits@example.org' }).getByText('Scheduled').waitFor();
    await page.getByRole('link', { name: 'waits@example.org' }).click();
    await buttonOf(page, 'Cancel sending').click();
    await buttonOf(page.getByRole('dialog'), 'Cancel sending').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await get(`/v1/messages/${id}`)).status).toBe('cancelled');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: 'waits@example.org' }).getByText('Cancelled').waitFor();
  });

  it('writes a mail in one way and another without losing either, and sends it once', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/send`);
    await page.getByLabel('To', { exact: true }).fill('once@example.org');
    await page.getByLabel('Subject').fill('Once');
    await page.getByRole('textbox', { name: 'Plain text' }).fill('As text');
    await page.getByLabel('Content').selectOption('template');
    await page.getByLabel('Template alias').fill('greeting');
    await page.getByLabel('Model').fill('{');
    await buttonOf(page, 'Send').click();
    await page.getByText('The model is not a JSON object.').waitFor();
    await page.getByLabel('Content').selectOption('text');
    expect(await page.getByRole('textbox', { name: 'Plain text' }).inputValue()).toBe('As text');
    const sending = await hold(page, 'POST', '/v1/email');
    await buttonOf(page, 'Send').dblclick();
    await sending.asked;
    sending.release();
    await page.getByRole('heading', { name: 'Once' }).waitFor();
    const { data } = await get('/v1/messages?limit=100');
    expect(data.filter(({ subject }: { subject: string }) => subject === 'Once')).toHaveLength(1);
  });

  it('types on in a search that it has begun, and presses no keys by it', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/contacts`);
    await page.keyboard.press('/');
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.keyboard.type(' nx');
    expect(await page.getByRole('searchbox', { name: 'Search by address' }).inputValue()).toBe('nobody nx');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
