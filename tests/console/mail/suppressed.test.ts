import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';

describe.skipIf(browserMissing !== undefined)('mail to nobody', () => {
  let visit: Visit;
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('is said to have no body because it was not sent, and leads to why', async () => {
    await post('/v1/suppressions', { email: 'gone@example.org' });
    const mail = { from: visit.tenant.from, to: ['gone@example.org'], subject: 'Kept back', text_body: 'x' };
    const { message_id: id } = await post('/v1/email', mail);
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/emails/${id}`);
    await page.getByText('This email was not sent to anyone, so its body is not stored.').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Why it was suppressed' }).click();
    await page.getByRole('button', { name: 'Remove the suppression of gone@example.org' }).waitFor();
  });
});
