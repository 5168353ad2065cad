import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { lastOf, type Visit, visitConsole } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

/** What the focus is on, by the names that a field or a button can have. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const label = at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  return label.replaceAll(/\\s+/g, ' ').trim();
})()`;

/** Presses Tab, or Shift+Tab, until the focus is on what has a name. */
async function tabTo(page: Page, name: string, { back = false } = {}): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 80) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    if (focused.startsWith(name)) return;
    passed.push(focused);
  }
  throw new Error(`no ${name} among ${passed.join(' | ')}`);
}

describe.skipIf(browserMissing !== undefined).each(engines)('the editor of automations on $name', (engine) => {
  let visit: Visit;
  let audience: string;
  const home = () => `/${visit.tenant.id}/automations`;
  const get = async (id: string) => (await visit.tenant.call('GET', `/v1/automations/${id}`)).body;

  beforeAll(async () => {
    visit = await visitConsole(engine);
    audience = (await visit.tenant.call('POST', '/v1/audiences', { body: { name: 'Readers' } })).body.id;
  });
  afterAll(() => visit?.end());

  it('makes a program by the mouse: steps, branches, an order of their own, and one taken away', async () => {
    const { page, open, violations, refused, foreign, faults } = await visit.openConsole();
    await open(home());
    await page.getByRole('link', { name: 'Create automation' }).click();
    const add = async (kind: string, within = page.locator('main')) => {
      await within.getByRole('button', { name: 'Add step', exact: true }).last().click();
      await page.getByRole('menuitem', { name: kind, exact: true }).click();
    };
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const way = (label: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByText(label, { exact: true }) })
        .last();
    await field('Name').fill('Onboarding');
    await add('Send email');
    await field('Subject').fill('Hello');
    await field('Plain text').fill('Hello {{ name }}');
    await add('Wait for event');
    await field('Event').selectOption('click');
    await field('For which email').selectOption('email_1');
    await field('Wait at most').fill('36');
    await field('Unit').selectOption('hour');
    await add('Add to audience', way('If it happens'));
    await field('Audience').selectOption(audience);
    await add('End', way('After 36 hours'));
    await add('Branch');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await field('Field').selectOption('attribute');
    await field('Attribute name').fill('plan');
    await field('Value').fill('pro');
    await add('Update contact', way('If it matches'));
    await page.getByRole('button', { name: 'Add attribute' }).click();
    await field('Name of attribute 1').fill('greeted');
    await field('Type of attribute 1').selectOption('boolean');
    await field('Value of attribute 1').selectOption('true');
    await add('Notify webhooks', way('Otherwise'));
    await field('Event name').fill('not pro');
    await field('Data, as JSON').fill('{"tier": 1}');
    await add('Wait');
    await field('Duration').fill('2');
    expect(await violations()).toEqual([]);
    const up = page.getByRole('button', { name: 'Move Wait wait_1 up' });
    for (let press = 0; press < 5; press += 1) await up.click();
    await add('Remove from audience');
    await page.getByRole('button', { name: 'Remove Remove from audience remove_1' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove Remove from audience remove_1' }).click();
    await page.getByRole('button', { name: 'Create automation' }).click();
    await page.getByRole('heading', { name: 'Onboarding' }).waitFor();
    const { steps, trigger_kind, status } = await get(lastOf(page.url()));
    expect({ trigger_kind, status }).toEqual({ trigger_kind: 'contact_created', status: 'draft' });
    expect(steps).toEqual([
      { id: 'email_1', type: 'send_email', subject: 'Hello', text_body: 'Hello {{ name }}' },
      {
        id: 'event_1',
        type: 'wait_for_event',
        event: 'click',
        step: 'email_1',
        timeout_seconds: 36 * 3600,
        then: [{ id: 'add_1', type: 'add_to_audience', audience_id: audience }],
        else: [{ id: 'end_1', type: 'exit' }],
      },
      { id: 'wait_1', type: 'wait', seconds: 2 * 86_400 },
      {
        id: 'branch_1',
        type: 'branch',
        filter: { and: [{ field: 'attributes.plan', op: 'eq', value: 'pro' }] },
        then: [{ id: 'change_1', type: 'update_contact', attributes: { greeted: true } }],
        else: [{ id: 'webhook_1', type: 'webhook', name: 'not pro', data: { tier: 1 } }],
      },
    ]);
    expect({ refused: await refused(), foreign, faults }).toEqual({ refused: [], foreign: [], faults: [] });
  });

  it('makes one by the keyboard alone, moves a step into a branch, and says beside a step what is wrong with it', async () => {
    const { page, open, violations } = await visit.openConsole();
    const { keyboard } = page;
    const add = async (kind: string) => {
      await keyboard.press('Enter');
      // It has the focus a moment after it is there.
      await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
      await keyboard.type(kind);
      await keyboard.press('Enter');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    await open(home());
    await keyboard.press('n');
    await page.getByRole('heading', { name: 'Create automation' }).waitFor();
    await tabTo(page, 'Name');
    await keyboard.type('By keyboard');
    await tabTo(page, 'Add step');
    await add('Branch');
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('Add rule');
    await tabTo(page, 'Add step');
    await tabTo(page, 'Add step');
    await tabTo(page, 'Add step');
    await add('Send');
    await tabTo(page, 'Subject');
    await keyboard.type('Hello');
    await tabTo(page, 'Plain text');
    await keyboard.type('Hello');
    await tabTo(page, 'Send email', { back: true });
    await keyboard.press('Alt+ArrowUp');
    await keyboard.press('Alt+ArrowUp');
    await expect.poll(() => page.evaluate(FOCUSED)).toMatch(/^Send email/);
    await tabTo(page, 'Create automation');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor();
    const id = lastOf(page.url());
    const mail = { id: 'email_1', type: 'send_email', subject: 'Hello', text_body: 'Hello' };
    expect((await get(id)).steps).toEqual([{ id: 'branch_1', type: 'branch', filter: { all: true }, then: [mail] }]);

    await tabTo(page, 'Edit workflow');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Edit workflow' }).waitFor();
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('Enter');
    await tabTo(page, 'Subject');
    await keyboard.press('Control+a');
    await keyboard.press('Delete');
    await tabTo(page, 'Save');
    await keyboard.press('Enter');
    const step = page
      .getByRole('listitem')
      .filter({ has: page.getByText('Required without a template.') })
      .last();
    await step.getByText('subject', { exact: true }).waitFor();
    await step.getByText('“Subject” is missing.').waitFor();
    await expect.poll(() => page.evaluate(FOCUSED)).toMatch(/^Send email/);
    expect(await violations()).toEqual([]);
    await keyboard.press('Delete');
    await expect.poll(() => page.evaluate(FOCUSED)).toMatch(/^Branch/);
    await tabTo(page, 'Save');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor();
    expect((await get(id)).steps).toEqual([{ id: 'branch_1', type: 'branch', filter: { all: true } }]);
  });

  it('names the step that keeps it from beginning, and what is wrong with it, in the language of the reader', async () => {
    const { body } = await visit.tenant.call('POST', '/v1/automations', {
      body: {
        name: 'Lost',
        trigger_kind: 'contact_created',
        from_domain_id: visit.tenant.domain.id,
        steps: [
          { id: 'pause', type: 'wait', seconds: 3600 },
          { id: 'hello', type: 'send_email', template_alias: 'nowhere' },
        ],
      },
    });
    const { page, open } = await visit.openConsole({ locale: 'de-DE' });
    await open(`${home()}/${body.id}`);
    const refusal = page.getByRole('alert');
    const activate = async (said: string) => {
      await page.getByRole('button', { name: 'Aktivieren' }).click();
      await refusal.getByText(said).waitFor();
    };
    await activate('E-Mail senden (hello) Diese Vorlage gibt es nicht');
    await refusal.getByText('There is no template').and(page.locator('[lang=en]')).waitFor();
    const change = async (step: object) => {
      const steps = [{ id: 'hello', type: 'send_email', subject: 'Hallo', text_body: 'Hallo', ...step }];
      await visit.tenant.call('PATCH', `/v1/automations/${body.id}`, { body: { steps } });
      await open(`${home()}/${body.id}`);
    };
    await change({ subject: ' ' });
    await activate('E-Mail senden (hello) „Betreff“ fehlt.');
    await change({ text_body: '{% if %}' });
    await activate('E-Mail senden (hello) „Reiner Text“ ist ungültig.');
    await change({ from: 'me@elsewhere.example' });
    await activate('E-Mail senden (hello) Die Absenderadresse muss zu einer Ihrer bestätigten Domains gehören.');
  });

  it('says in the editor that a sender is no address, and that an email to wait for comes later', async () => {
    const mail = { type: 'send_email', subject: 'Hello', text_body: 'Hello' };
    const steps = [
      { id: 'first', ...mail },
      { id: 'second', ...mail, from: visit.tenant.from },
      { id: 'hold', type: 'wait_for_event', event: 'open', step: 'second', timeout_seconds: 3600 },
    ];
    const body = { name: 'Refused', trigger_kind: 'contact_created', from_domain_id: visit.tenant.domain.id, steps };
    const { body: made } = await visit.tenant.call('POST', '/v1/automations', { body });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/${made.id}/edit`);
    const save = async (said: string) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').getByText(said).waitFor();
    };
    await page.getByRole('button', { name: 'Move Wait for event hold up' }).click();
    await save('The chosen email does not come before this step.');
    await page.getByRole('button', { name: 'Move Wait for event hold down' }).click();
    await page
      .getByRole('button', { name: /^Send email/, expanded: false })
      .last()
      .click();
    await page.getByText('Sender and tags').click();
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('a b@example.org');
    await save('This is not a valid email address.');
  });

  it('asks before what is written is lost', async () => {
    const { page, open } = await visit.openConsole();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await open(`${home()}/new`);
    await page.getByLabel('Name', { exact: true }).fill('Half');
    await page.locator('[data-back]').click();
    await page.getByRole('heading', { name: 'Create automation' }).waitFor();
    await page.locator('[data-back]').click();
    await page.getByRole('heading', { name: 'Automations' }).waitFor();
    expect(asked).toHaveLength(2);
  });

  itHasWritten('automations', () => visit);
});
