import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing } from '../support/browser.ts';
import { sqlite } from '../support/engines.ts';
import { fillMarketing, HOSTILE } from './fill.ts';
import { type ConsolePage, type Visit, visitConsole } from './visit.ts';

/** A screen, and what is pressed there one after the other until a dialog is open. */
type Way = readonly [path: string, ...presses: (string | RegExp)[]];

/** Every dialog, by where it is. Names that begin with `key:` are keys. */
function waysOf(tenant: string, at: Readonly<Record<string, string>>): readonly Way[] {
  const home = `/${tenant}`;
  const more = 'More actions';
  return [
    [home, 'key:Control+k'],
    [home, 'key:?'],
    [`${home}/emails/${at.scheduled}`, 'Reschedule'],
    [`${home}/emails/${at.scheduled}`, 'Cancel sending'],
    [`${home}/domains`, 'Add a domain'],
    [`${home}/domains/${at.domain}`, 'Delete'],
    [`${home}/keys`, 'Create a key'],
    [`${home}/keys`, /^Revoke/],
    [`${home}/webhooks`, 'Add an endpoint'],
    [`${home}/webhooks/${at.webhook}`, 'bounce'],
    [`${home}/webhooks/${at.webhook}`, more, 'Edit'],
    [`${home}/webhooks/${at.webhook}`, more, /secret/i],
    [`${home}/webhooks/${at.webhook}`, more, /secret/i, /secret/i],
    [`${home}/webhooks/${at.webhook}`, more, 'Delete'],
    [`${home}/suppressions`, 'Suppress addresses'],
    [`${home}/suppressions`, /^Lift the suppression/],
    [`${home}/members`, 'Invite somebody'],
    [`${home}/contacts`, 'Add a contact'],
    [`${home}/contacts`, 'Export'],
    [`${home}/contacts/${at.contact}`, 'Edit'],
    [`${home}/contacts/${at.contact}`, 'Add to an audience'],
    [`${home}/contacts/${at.contact}`, more, 'Delete'],
    [`${home}/audiences`, 'Create an audience'],
    [`${home}/audiences/${at.audience}`, 'Add members'],
    [`${home}/audiences/${at.audience}`, more, 'Edit'],
    [`${home}/audiences/${at.audience}`, more, 'Delete'],
    [`${home}/segments/${at.segment}`, 'Delete'],
    [`${home}/broadcasts`, 'Write a broadcast'],
    [`${home}/broadcasts/${at.draft}`, 'Send a test'],
    [`${home}/broadcasts/${at.draft}`, 'Send'],
    [`${home}/broadcasts/${at.draft}`, more, 'Cancel'],
    [`${home}/broadcasts/${at.draft}`, more, 'Delete'],
    [`${home}/automations/${at.automation}`, 'Try it'],
    [`${home}/automations/${at.automation}`, 'Enroll a contact'],
    ['/account', 'Set up an authenticator app'],
    ['/operator/tenants', 'Create a tenant'],
    [`/operator/tenants/${tenant}`, more, 'Suspend'],
    [`/operator/tenants/${tenant}`, more, 'Delete'],
    ['/operator/suppressions', 'Suppress an address'],
  ];
}

describe.skipIf(browserMissing !== undefined)('every dialog', () => {
  let visit: Visit;
  let ways: readonly Way[];
  const post = async (path: string, body: unknown) => {
    const answer = await visit.tenant.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    const things = await fillMarketing(visit);
    const mail = {
      from: visit.tenant.from,
      to: ['a@example.org'],
      subject: HOSTILE,
      text_body: 'x',
      scheduled_at: Date.now() + 86_400_000,
    };
    const { message_id: scheduled } = await post('/v1/email', mail);
    const { id: webhook } = await post('/v1/webhooks', { url: 'https://example.com/hooks', events: ['bounce'], description: HOSTILE });
    await post(`/v1/webhooks/${webhook}/test`, {});
    await post('/v1/api-keys', { name: HOSTILE, permission: 'sending_access' });
    ways = waysOf(visit.tenant.id, { ...things, scheduled, webhook, domain: visit.tenant.domain.id });
  });
  afterAll(() => visit?.end());

  async function follow({ page, open }: ConsolePage, [path, ...presses]: Way): Promise<void> {
    await open(path);
    for (const press of presses) {
      if (typeof press === 'string' && press.startsWith('key:')) await page.keyboard.press(press.slice(4));
      else {
        const exact = typeof press === 'string';
        const scope = (await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog') : page;
        const named = { name: press, ...(exact ? { exact } : {}) };
        await scope.getByRole('menuitem', named).or(scope.getByRole('button', named)).first().click();
      }
    }
    await page.getByRole('dialog').waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
  }

  it.each(['light', 'dark'] as const)('has no barrier that a machine can find, and keeps to the policy, in %s', async (colorScheme) => {
    const console = await visit.openConsole({ colorScheme });
    for (const way of ways) {
      await follow(console, way);
      expect([way, await console.violations(), await console.refused()]).toEqual([way, [], []]);
    }
    expect({ foreign: console.foreign, faults: console.faults }).toEqual({ foreign: [], faults: [] });
  });

  it('fits on 320 pixels, and is closed by Escape', async () => {
    const console = await visit.openConsole({ viewport: { width: 320, height: 700 } });
    for (const way of ways) {
      await follow(console, way);
      const box = await console.page.getByRole('dialog').boundingBox();
      expect([way, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= 320, (box?.height ?? 0) <= 700]).toEqual([
        way,
        true,
        true,
        true,
      ]);
      await console.page.keyboard.press('Escape');
      await console.page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });

  it('is the navigation too, on a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, open, violations } = await visit.openConsole({ colorScheme, viewport: { width: 390, height: 800 } });
      await open(`/${visit.tenant.id}`);
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Domains' }).waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('dialog').getByRole('link', { name: 'Domains' }).click();
      await page.getByRole('heading', { name: 'Domains' }).waitFor();
    }
  });
});
