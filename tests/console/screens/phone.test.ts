import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { eventually } from '../../support/wait.ts';
import { type Visit, visitConsole } from '../support/visit.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describe.skipIf(browserMissing !== undefined)('a phone', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  const isWhole = (text: Locator) =>
    text.evaluate(
      (element: unknown) => Number(Reflect.get(Object(element), 'scrollWidth')) <= Number(Reflect.get(Object(element), 'clientWidth')),
    );

  it('shows by what address somebody signs in who may call themselves anything, and as what somebody is invited', async () => {
    const named = await visit.signUp({ tenant_id: visit.tenant.id, role: 'viewer' });
    await named.browser.call('PATCH', '/account/me', { body: { name: visit.owner.email } });
    await visit.owner.browser.call('POST', `/account/tenants/${visit.tenant.id}/invitations`, {
      body: { email: 'new@example.org', role: 'marketer' },
    });
    const { page, open } = await visit.openConsole(PHONE);
    await open(`/${visit.tenant.id}/members`);
    await page.getByText(named.email, { exact: true }).filter({ visible: true }).waitFor();
    await page.getByRole('table', { name: 'Open invitations' }).getByText('Marketer · Expires').waitFor();
  });

  it('says whole why a row of a file was not used', async () => {
    const body = new FormData();
    body.set('file', new File(['email\nnobody\n'], 'people.csv'));
    const headers = { Authorization: `Bearer ${visit.tenant.key}` };
    const uploaded = await fetch(`${visit.server.url}/v1/contacts/import`, { method: 'POST', headers, body });
    // Safe because the screen is missing otherwise.
    const { import_id: id } = (await uploaded.json()) as { import_id: string };
    await eventually(async () => {
      await visit.server.run('import');
      return (await visit.tenant.call('GET', `/v1/contacts/imports/${id}`)).body.status === 'done' || undefined;
    });
    const { page, open } = await visit.openConsole(PHONE);
    await open(`/${visit.tenant.id}/contacts/imports/${id}`);
    const why = page
      .getByRole('table', { name: 'Rows that could not be imported' })
      .getByText('This is not a valid email address.')
      .filter({ visible: true });
    expect(await isWhole(why)).toBe(true);
  });
});
