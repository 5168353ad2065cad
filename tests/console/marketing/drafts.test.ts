import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('a draft in the console on $name', (engine) => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('is tested as it was saved, at one place, also before it has an audience', async () => {
    const { id } = await post('/v1/broadcasts', { name: 'Tried', subject: 'Tried', body_text: 'x', from: visit.tenant.from });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    const test = buttonOf(page, 'Send a test');
    expect([await test.isDisabled(), await buttonOf(page, 'Send').isDisabled()]).toEqual([false, true]);
    await buttonOf(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Cancel', 'Delete']);
    await page.keyboard.press('Escape');
    await page.getByLabel('Subject').fill('Saved');
    expect(await test.isDisabled()).toBe(true);
    await buttonOf(page, 'Save the draft').click();
    await test.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Addresses').fill('me@example.org');
    await buttonOf(dialog, 'Send a test').click();
    await page.getByText('1 test is on the way.').waitFor();
    await visit.server.run('dispatch');
    const { body } = await visit.server.admin('GET', '/admin/captured');
    expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['[test] Saved']);
  });
});
