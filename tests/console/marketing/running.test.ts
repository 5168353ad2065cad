import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { lastOf, type Visit, visitConsole, within } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('an automation that runs on $name', (engine) => {
  let visit: Visit;
  const { home, get, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(engine);
  });
  afterAll(() => visit?.end());

  it('makes an automation, tries it, activates it, and enrolls and ends a contact', async () => {
    await post('/v1/contacts', { email: 'walker@example.org' });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/automations`);
    await page.getByRole('link', { name: 'Create automation' }).click();
    await page.getByLabel('Name').fill('Welcome');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const code = page.getByRole('textbox', { name: 'Steps' });
    await code.fill('[{"type": "wait", "seconds": "long"}]');
    await page.getByText('steps[0].seconds cannot be shown in a form').waitFor();
    expect(await page.getByRole('button', { name: 'Create automation' }).isDisabled()).toBe(true);
    await code.fill(
      '[{"id": "hello", "type": "send_email", "subject": "Hello", "text_body": "Hello"}, {"id": "pause", "type": "wait", "seconds": 86400}]',
    );
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByText('1 day').waitFor();
    await page.getByRole('button', { name: 'Create automation' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    const id = lastOf(page.url());
    await page.getByRole('button', { name: 'Simulate' }).click();
    await dialog.getByLabel('Email address of the contact').fill('nobody@example.org');
    await dialog.getByRole('button', { name: 'Run simulation' }).click();
    await dialog.getByText('No contact has this address.').waitFor();
    await dialog.getByLabel('Email address of the contact').fill('walker@example.org');
    await dialog.getByRole('button', { name: 'Run simulation' }).click();
    await dialog.getByText('The contact completes the workflow.').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Automation activated.').waitFor();
    await page.getByRole('button', { name: 'Enroll contact' }).click();
    await dialog.getByLabel('Email address of the contact').fill('walker@example.org');
    await dialog.getByRole('button', { name: 'Enroll contact' }).click();
    await page.getByRole('link', { name: 'walker@example.org' }).waitFor();
    await page.getByRole('button', { name: 'Cancel run of walker@example.org' }).click();
    await page.getByText('Run cancelled.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Automation paused.').waitFor();
    const { status, from_domain_id, enrollment_counts: counts } = await get(`/v1/automations/${id}`);
    expect(from_domain_id).toBe(visit.tenant.domain.id);
    expect({ status, counts }).toEqual({ status: 'paused', counts: { active: 0, completed: 0, cancelled: 1, failed: 0 } });
  });

  it('offers a copy of an automation that has begun, which is edited in its place', async () => {
    const steps = [{ id: 'hello', type: 'send_email', subject: 'Hello', text_body: 'Hello' }];
    const sender = { from_domain_id: visit.tenant.domain.id, from: visit.tenant.from };
    const automation = { name: 'Greet', description: 'Of spring', trigger_kind: 'contact_created', ...sender, steps };
    const { id } = await post('/v1/automations', automation);
    await post(`/v1/automations/${id}/activate`, {});
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/automations/${id}/edit`);
    await page.getByRole('heading', { name: 'This automation has started and can no longer be edited' }).waitFor();
    expect(await violations()).toEqual([]);
    await open(`${home()}/automations/${id}`);
    await page.getByRole('link', { name: 'Edit a copy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create automation' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Greet (copy)');
    await page.getByLabel('Name', { exact: true }).fill('Greet again');
    await page.getByRole('button', { name: 'Create automation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Greet again' }).waitFor();
    expect(await get(`/v1/automations/${lastOf(page.url())}`)).toMatchObject({ ...automation, name: 'Greet again', status: 'draft' });
    expect(await get(`/v1/automations/${id}`)).toMatchObject({ name: 'Greet', status: 'active' });
  });

  itHasWritten('running', () => visit);
});
