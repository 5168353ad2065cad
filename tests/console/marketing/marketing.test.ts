import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { fillMarketing, marketingPaths } from '../support/fill.ts';
import { faultlessOn, faultsOf, lastOf, type Visit, visitConsole, within } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('screens of contacts and of mail to many on $name', (engine) => {
  let visit: Visit;
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    visit = await visitConsole(engine);
    paths = marketingPaths(visit.tenant.id, await fillMarketing(visit));
  });
  afterAll(() => visit?.end());

  it(faultlessOn(engine), async () => {
    const console = await visit.openConsole();
    expect(await faultsOf(console, paths, engine)).toEqual([]);
    expect({ foreign: console.foreign, faults: console.faults }).toEqual({ foreign: [], faults: [] });
  });
});

describe.skipIf(browserMissing !== undefined).each(engines)('what is done with contacts and mail to many on $name', (engine) => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('adds a contact, changes it, puts it in an audience and deletes it', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Readers' });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/contacts`);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('ada@example.org');
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await dialog.getByLabel('Name of attribute 1').fill('age');
    await dialog.getByLabel('Type of attribute 1').selectOption('number');
    await dialog.getByLabel('Value of attribute 1').fill('many');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await dialog.getByText('This is not a number.').waitFor();
    expect(await violations()).toEqual([]);
    await dialog.getByLabel('Value of attribute 1').fill('36');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await page.getByRole('heading', { name: 'ada@example.org' }).waitFor();
    const id = lastOf(page.url());
    expect((await get(`/v1/contacts/${id}`)).attributes).toEqual({ age: 36 });

    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Status').selectOption('unsubscribed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unsubscribed').first().waitFor();
    expect((await get(`/v1/contacts/${id}`)).status).toBe('unsubscribed');

    await page.getByRole('button', { name: 'Add to audience' }).click();
    await dialog.getByLabel('Audience').selectOption(audience);
    await dialog.getByRole('button', { name: 'Add to audience' }).click();
    await page.getByText('Contact added to Readers.').waitFor();
    expect((await get(`/v1/audiences/${audience}/members`)).data.map((member: { id: string }) => member.id)).toEqual([id]);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
    expect((await visit.tenant.call('GET', `/v1/contacts/${id}`)).status).toBe(404);
  });

  it('imports a file by what its columns are said to be into an audience, and tells of the rows that it could not use', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Imported' });
    const { page, open, refused, foreign, faults } = await visit.openConsole();
    await open(`${home()}/contacts/import`);
    const text = '\ufeffWho;Town;Secret\r\nkurt@example.org;"Vienna; Austria";x\r\nnobody;Graz;y\r\n';
    await page.getByLabel('File').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('Choose the column that contains the email addresses.').waitFor();
    await page.getByLabel('Import Who as').selectOption('email');
    await page.getByLabel('Attribute name for Town').fill('city');
    await page.getByLabel('Import Secret as').selectOption('nothing');
    await page.getByLabel('Add to audience').selectOption({ label: 'Imported' });
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import of people.csv' }).waitFor();
    await visit.server.run('import');
    await page.getByText('2 of 2 rows').waitFor();
    await page.getByText('Imported', { exact: true }).waitFor();
    await page.getByRole('row', { name: 'nobody' }).getByText('This is not a valid email address.', { exact: true }).waitFor();
    const { data } = await get('/v1/contacts?email=kurt%40example.org');
    expect(data[0].attributes).toEqual({ city: 'Vienna; Austria' });
    expect((await get(`/v1/audiences/${audience}/members`)).data).toEqual(data);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these rows' }).click();
    expect((await download).suggestedFilename()).toBe('failed-rows.csv');
    expect({ refused: await refused(), foreign, faults }).toEqual({ refused: [], foreign: [], faults: [] });
  });

  it('makes an audience, takes members in by their addresses, and takes one out', async () => {
    const { page, open } = await visit.openConsole();
    await open(`${home()}/audiences`);
    await page.getByRole('button', { name: 'Create audience' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Newsletter');
    await dialog.getByRole('button', { name: 'Create audience' }).click();
    await page.getByRole('heading', { name: 'Newsletter' }).waitFor();
    const id = lastOf(page.url());
    await page.getByRole('button', { name: 'Add members' }).click();
    await dialog.getByLabel('Addresses').fill('grace@example.org\nalan@example.org\nno address');
    await dialog.getByRole('button', { name: 'Add members' }).click();
    await dialog.getByText('Could not be added: no, address').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('2 members, 2 subscribed').waitFor();
    await page.getByLabel('Search by address').fill('Grace@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('alan@example.org').waitFor({ state: 'detached' });
    await page.getByText('grace@example.org').waitFor();
    await page.getByLabel('Search by address').fill('nobody@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('No member has this address.').waitFor();
    await page.getByLabel('Search by address').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove alan@example.org' }).click();
    await page.getByText('alan@example.org removed from the audience.').waitFor();
    await page.getByText('1 member, 1 subscribed').waitFor();
    expect((await get(`/v1/audiences/${id}/members`)).data.map((member: { email: string }) => member.email)).toEqual(['grace@example.org']);
  });

  it('writes a segment, and says who matches while it is written', async () => {
    await post('/v1/contacts', { email: 'plan@example.org', attributes: { plan: 'pro' } });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/segments/new`);
    await page.getByLabel('Name', { exact: true }).fill('Professionals');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('Complete the rules').waitFor();
    await page.getByLabel('Field').selectOption('attribute');
    await page.getByLabel('Attribute name').fill('plan');
    await page.getByLabel('Value', { exact: true }).fill('pro');
    await page.getByText('1 contact matches').waitFor();
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByLabel('Field').nth(1).selectOption('events.open');
    await page.getByLabel('Condition', { exact: true }).nth(1).selectOption('not_happened');
    await page.getByLabel('In the last').fill('30');
    await page.getByRole('link', { name: 'plan@example.org' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Create segment' }).click();
    await page.getByRole('heading', { name: 'Professionals' }).waitFor();
    expect((await get(`/v1/segments/${lastOf(page.url())}`)).filter).toEqual({
      and: [{ field: 'attributes.plan', op: 'eq', value: 'pro' }, { or: [{ field: 'events.open', op: 'not_happened', within_days: 30 }] }],
    });
  });

  it('writes a broadcast, checks it, tests it and sends it, and lists who is in which part of it', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Everybody' });
    const { data } = await post('/v1/contacts/batch', {
      contacts: [{ email: 'in@example.org' }, { email: 'out@example.org', status: 'unsubscribed' }],
    });
    await post(`/v1/audiences/${audience}/members/bulk`, { contact_ids: data.map(({ id }: { id: string }) => id) });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/broadcasts`);
    await page.getByRole('button', { name: 'Create broadcast' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('May news');
    await dialog.getByRole('button', { name: 'Create broadcast' }).click();
    await page.getByRole('heading', { name: 'May news' }).waitFor();
    const id = lastOf(page.url());
    await page.getByLabel('Audience or segment').selectOption(`audience:${audience}`);
    await page.getByLabel('Subject').fill('News for {{ email }}');
    await page.getByLabel('From', { exact: true }).fill(visit.tenant.from);
    await page.getByLabel('HTML').fill('<p>Hello {{ email }}</p><a href="{{ unsubscribe_url }}">No more</a>');
    await page.getByText('Save the draft to review and send it.').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('1 unsubscribed').waitFor();
    await page.getByText('News for in@example.org').first().waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Send test' }).click();
    await dialog.getByLabel('Addresses').fill('me@example.org');
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('1 test is on the way.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending has started.').waitFor();
    await visit.server.run('fanout');
    await visit.server.run('dispatch');
    await page.getByRole('button', { name: 'Skipped' }).click();
    await page.getByRole('row', { name: 'out@example.org' }).getByText('Unsubscribed').filter({ visible: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=skipped');
    await expect.poll(() => page.getByRole('row', { name: 'in@example.org' }).count()).toBe(0);
    expect((await get(`/v1/broadcasts/${id}/stats`)).ledger).toMatchObject({ total: 2, sent: 1, skipped: 1 });
    const captured = await visit.server.admin('GET', '/admin/captured');
    expect(captured.body.data.map(({ subject }: { subject: string }) => subject)).toEqual(
      expect.arrayContaining(['News for in@example.org', expect.stringMatching(/^\[test\]/)]),
    );
  });

  it('keeps the audience that was chosen before the segments had come', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Early' });
    const { id } = await post('/v1/broadcasts', { name: 'Early news' });
    const { id: segment } = await post('/v1/segments', { name: 'Late', filter: { all: true } });
    const { page, open } = await visit.openConsole();
    const chosen = Promise.withResolvers<void>();
    await page.route('**/v1/segments?*', async (route) => {
      await chosen.promise;
      await route.continue();
    });
    await open(`${home()}/broadcasts/${id}`);
    const target = page.getByLabel('Audience or segment');
    await target.selectOption(`audience:${audience}`);
    chosen.resolve();
    await target.locator(`option[value="segment:${segment}"]`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Draft saved.').waitFor();
    expect(await get(`/v1/broadcasts/${id}`)).toMatchObject({ target_kind: 'audience', target_id: audience });
  });

  it('saves a draft with another sender, whatever domain it was written for', async () => {
    const { name } = await post('/v1/domains', { name: `gone.${visit.tenant.domain.name}` });
    const { id } = await post('/v1/broadcasts', { name: 'Moved', from: visit.tenant.from, from_domain_id: visit.tenant.domain.id });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    const save = async () => {
      const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await (await answered).finished();
      return get(`/v1/broadcasts/${id}`);
    };
    await page.getByLabel('Subject').fill('S');
    expect(await save()).toMatchObject({ subject: 'S', from_domain_id: visit.tenant.domain.id });
    await page.getByLabel('From', { exact: true }).fill('nobody');
    await save();
    await page.getByText('This is not a valid email address.').waitFor();
    await page.getByLabel('From', { exact: true }).fill(`news@${name}`);
    expect(await save()).toMatchObject({ from: `news@${name}`, from_domain_id: null });
  });

  it('schedules a broadcast and cancels it', async () => {
    const { id: segment } = await post('/v1/segments', { name: 'All', filter: { all: true } });
    const mail = { subject: 'Later', body_text: 'Never mind', from: visit.tenant.from };
    const draft = { name: 'Later', ...mail, target_kind: 'segment', target_id: segment };
    const { id } = await post('/v1/broadcasts', draft);
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await page.getByLabel('Send at').fill('2099-01-02T03:04');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Friday, January 2, 2099 at 3:04:00 AM/).waitFor();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Broadcast scheduled.').waitFor();
    await page.getByRole('heading', { name: 'Review' }).waitFor();
    await page.getByText('As the first recipient will see it.').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).last().click();
    await page.getByText('Broadcast cancelled.').waitFor();
    await page.getByRole('tabpanel', { name: 'Text' }).getByText('Never mind', { exact: true }).waitFor();
    expect((await get(`/v1/broadcasts/${id}`)).status).toBe('cancelled');
  });

  it('lists the broadcasts in one state, which the address keeps', async () => {
    await post('/v1/broadcasts', { name: 'Still a draft', exact: true });
    const { id } = await post('/v1/broadcasts', { name: 'Called off' });
    await post(`/v1/broadcasts/${id}/cancel`, {});
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/broadcasts`);
    const draft = page.getByRole('cell', { name: 'Still a draft', exact: true });
    await draft.waitFor();
    await page.getByLabel('Status').selectOption('cancelled');
    await draft.waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: 'Called off', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=cancelled');
    await page.getByLabel('Status').selectOption('sending');
    await page.getByText('No broadcast has this status.').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('duplicates a broadcast, also one with a name as long as may be, and shows the copy', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Everybody' });
    const content = { subject: 'Once more', body_text: 'x', from: visit.tenant.from, target_kind: 'audience', target_id: audience };
    const { page, open, violations } = await visit.openConsole();
    const duplicate = async (name: string) => {
      const { id } = await post('/v1/broadcasts', { name, ...content });
      await post(`/v1/broadcasts/${id}/cancel`, {});
      await open(`${home()}/broadcasts/${id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByText('Duplicated. This is the copy, as a draft.').waitFor();
      return get(`/v1/broadcasts/${lastOf(page.url())}`);
    };
    expect(await duplicate('May')).toMatchObject({ name: 'May (copy)', status: 'draft', ...content });
    await page.getByRole('heading', { name: 'May (copy)' }).waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe('Once more');
    expect(await violations()).toEqual([]);
    expect((await duplicate('n'.repeat(255))).name).toBe(`${'n'.repeat(248)} (copy)`);
  });

  itHasWritten('marketing', () => visit);
});
