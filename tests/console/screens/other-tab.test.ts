import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, type Visit, visitConsole, within } from '../support/visit.ts';

/** A thing that is changed in two places. */
interface Shared {
  /** Path of the API. */
  readonly path: string;
  /** Path of the screen of its form. */
  readonly screen: string;
  /** How the form is opened, unless it is the screen. */
  readonly opened?: 'button' | 'menu';
  /** What is written into which field here. */
  readonly field: string;
  readonly mine: string;
  /** What is saved elsewhere, once the form is open. */
  readonly theirs: object;
}

describe.skipIf(browserMissing !== undefined).each(engines)('what is changed in two tabs on $name', (engine) => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  const call = (path: string) => (path.startsWith('/admin') ? visit.server.admin : visit.tenant.call);

  /** Opens a form, changes something elsewhere and then something else here; returns the page. */
  async function changeBoth({ path, screen, opened, field, mine, theirs }: Shared) {
    const { page, open } = await visit.openConsole();
    await open(screen);
    if (opened === 'menu') await buttonOf(page, 'More actions').click();
    if (opened === 'menu') await page.getByRole('menuitem', { name: 'Edit' }).click();
    if (opened === 'button') await buttonOf(page, 'Edit').click();
    const place = opened === undefined ? page : page.getByRole('dialog');
    await place.getByLabel(field, { exact: true }).waitFor();
    expect((await call(path)('PATCH', path, { body: theirs })).status).toBe(200);
    await place.getByLabel(field, { exact: true }).fill(mine);
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await buttonOf(page, 'Save').click();
    expect((await saved).status()).toBe(200);
    return page;
  }

  it('of an audience is both kept', async () => {
    const { id } = await post('/v1/audiences', { name: 'Shared', description: 'First' });
    const path = `/v1/audiences/${id}`;
    const theirs = { description: 'Theirs' };
    await changeBoth({ path, screen: `${home()}/audiences/${id}`, opened: 'menu', field: 'Name', mine: 'Mine', theirs });
    expect((await visit.tenant.call('GET', path)).body).toMatchObject({ name: 'Mine', ...theirs });
  });

  it('of a webhook endpoint is both kept', async () => {
    const { id } = await post('/v1/webhooks', { url: 'https://example.com/first', events: ['open', 'bounce'], description: 'First' });
    const path = `/v1/webhooks/${id}`;
    const theirs = { url: 'https://example.com/theirs', events: ['click'] };
    await changeBoth({ path, screen: `${home()}/webhooks/${id}`, opened: 'menu', field: 'Description', mine: '', theirs });
    expect((await visit.tenant.call('GET', path)).body).toMatchObject({ description: null, ...theirs });
  });

  it('of a tenant is both kept, limit by limit', async () => {
    const { id } = (await visit.server.admin('POST', '/admin/tenants', { body: { name: 'Shared', overrides: { rate_limit: 5 } } })).body;
    const path = `/admin/tenants/${id}`;
    const theirs = { name: 'Theirs', plan: 'payg', overrides: { rate_limit: 7, webhook_limit: 2 } };
    await changeBoth({ path, screen: `/operator/tenants/${id}`, opened: 'button', field: 'Contacts', mine: '9', theirs });
    const overrides = { rate_limit: 7, webhook_limit: 2, contact_limit: 9 };
    expect((await visit.server.admin('GET', path)).body).toMatchObject({ name: 'Theirs', plan: 'payg', overrides });
  });

  it('of a segment is both kept, and shown', async () => {
    const { id } = await post('/v1/segments', { name: 'Shared', filter: { and: [{ value: 'a', op: 'eq', field: 'email' }] } });
    const path = `/v1/segments/${id}`;
    const theirs = { filter: { and: [{ field: 'email', op: 'eq', value: 'theirs@example.org' }] } };
    const page = await changeBoth({ path, screen: `${home()}/segments/${id}`, field: 'Name', mine: 'Mine', theirs });
    await expect.poll(() => page.getByLabel('Value').inputValue()).toBe('theirs@example.org');
    expect((await visit.tenant.call('GET', path)).body).toMatchObject({ name: 'Mine', ...theirs });
    await page.getByLabel('Value').fill('mine@example.org');
    await visit.tenant.call('PATCH', path, { body: { name: 'Theirs' } });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await buttonOf(page, 'Save').click();
    await saved;
    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
    const mine = { filter: { and: [{ field: 'email', op: 'eq', value: 'mine@example.org' }] } };
    expect((await visit.tenant.call('GET', path)).body).toMatchObject({ name: 'Theirs', ...mine });
  });

  it('of an automation is both kept, and its trigger is not torn apart', async () => {
    const { id: audience } = await post('/v1/audiences', { name: 'Trigger' });
    const triggered = { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } };
    const { id } = await post('/v1/automations', { name: 'Shared', from_domain_id: visit.tenant.domain.id, ...triggered });
    const path = `/v1/automations/${id}`;
    const screen = `${home()}/automations/${id}/edit`;
    const theirs = { description: 'Theirs', steps: [{ id: 'wait_1', type: 'wait', seconds: 3600 }] };
    await changeBoth({ path, screen, field: 'Name', mine: 'Mine', theirs });
    expect((await visit.tenant.call('GET', path)).body).toMatchObject({ name: 'Mine', ...triggered, ...theirs });
  });

  it('of a template is both sent, and what was chosen among earlier versions is saved as it is', async () => {
    await post('/v1/templates', { alias: 'shared' });
    const version = (text: string) => post('/v1/templates/shared/versions', { subject: text, html_body: `<p>${text}</p>` });
    await version('First');
    const { page, open } = await visit.openConsole();
    await open(`${home()}/templates/shared`);
    await page.getByLabel('Subject').waitFor();
    await version('Theirs');
    await page.getByLabel('Subject').fill('Mine');
    await buttonOf(page, 'Save as new version').click();
    await page.getByText('Version 3 saved').first().waitFor();
    const versionOf = async (n: number) => (await visit.tenant.call('GET', `/v1/templates/shared/versions/${n}`)).body;
    expect(await versionOf(3)).toMatchObject({ subject: 'Mine', html_body: '<p>Theirs</p>' });
    await page.getByRole('textbox', { name: 'HTML' }).getByText('Theirs').waitFor();
    await open(`${home()}/templates/shared?version=1`);
    await page.getByLabel('Subject').fill('As before');
    await buttonOf(page, 'Save as new version').click();
    await page.getByText('Version 4 saved').first().waitFor();
    expect(await versionOf(4)).toMatchObject({ subject: 'As before', html_body: '<p>First</p>' });
  });
});
