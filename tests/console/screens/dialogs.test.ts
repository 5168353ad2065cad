import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { fillMarketing, HOSTILE } from '../support/fill.ts';
import { type ConsolePage, type Visit, visitConsole } from '../support/visit.ts';

const NARROW = { width: 320, height: 700 } as const;

/** A screen, and what is pressed there one after the other until a dialog is open. */
type Way = readonly [path: string, ...presses: (string | RegExp)[]];

/** Chooses every row, to which something is then done. */
const EVERY_ROW = 'check:Select all shown rows';

/** Every dialog, by where it is. What begins with `key:` is a key, with `check:` a box, with `fill:` a field, with `see:` waited for. */
function waysOf(tenant: string, at: Readonly<Record<string, string>>): readonly Way[] {
  const home = `/${tenant}`;
  const more = 'More actions';
  return [
    [home, 'key:Control+k'],
    [home, 'key:?'],
    [`${home}/emails/${at.scheduled}`, 'Reschedule'],
    [`${home}/emails/${at.scheduled}`, 'Cancel sending'],
    [`${home}/emails`, /^Filters/],
    [`${home}/emails`, EVERY_ROW, 'Cancel sending'],
    [`${home}/domains`, 'Add domain'],
    [`${home}/domains/${at.domain}`, 'Delete'],
    [`${home}/keys`, 'Create API key'],
    [`${home}/keys`, 'Create API key', 'fill:Name=shown', 'Create API key', 'see:I have saved this'],
    [`${home}/keys`, /^Revoke/],
    [`${home}/keys`, EVERY_ROW, 'Revoke'],
    [`${home}/webhooks`, 'Add endpoint'],
    [`${home}/webhooks`, 'Add endpoint', 'fill:URL=https://example.com/other', 'Add endpoint', 'see:I have saved this'],
    [`${home}/webhooks/${at.webhook}`, 'bounce'],
    [`${home}/webhooks/${at.webhook}`, more, 'Edit'],
    [`${home}/webhooks/${at.webhook}`, more, /secret/i],
    [`${home}/webhooks/${at.webhook}`, more, /secret/i, /secret/i, 'see:I have saved this'],
    [`${home}/webhooks/${at.webhook}`, more, 'Delete'],
    [`${home}/suppressions`, 'Suppress addresses'],
    [`${home}/suppressions`, /^Remove the suppression/],
    [`${home}/suppressions`, EVERY_ROW, 'Remove'],
    [`${home}/members`, 'Invite member'],
    [`${home}/members`, 'Invite member', 'fill:Email address=new@example.com', 'Invite member', 'see:Done'],
    [`${home}/members`, 'Leave'],
    [`${home}/events`, 'key:j', 'key:Enter'],
    [`${home}/templates/${at.template}`, 'Compare'],
    [`${home}/templates/${at.template}`, 'Send test'],
    [`${home}/templates/${at.template}`, more, 'Delete'],
    [`${home}/contacts`, 'Add contact'],
    [`${home}/contacts`, 'Export'],
    [`${home}/contacts`, EVERY_ROW, 'Add to audience'],
    [`${home}/contacts`, EVERY_ROW, 'Delete'],
    [`${home}/contacts/${at.contact}`, 'Edit'],
    [`${home}/contacts/${at.contact}`, 'Add to audience'],
    [`${home}/contacts/${at.contact}`, more, 'Delete'],
    [`${home}/audiences`, 'Create audience'],
    [`${home}/audiences/${at.audience}`, 'Add members'],
    [`${home}/audiences/${at.audience}`, more, 'Edit'],
    [`${home}/audiences/${at.audience}`, more, 'Delete'],
    [`${home}/audiences/${at.audience}`, EVERY_ROW, 'Remove'],
    [`${home}/segments/${at.segment}`, 'Delete'],
    [`${home}/broadcasts`, 'Create broadcast'],
    [`${home}/broadcasts/${at.draft}`, 'Send test'],
    [`${home}/broadcasts/${at.draft}`, 'Send'],
    [`${home}/broadcasts/${at.draft}`, 'fill:Send at=2099-01-02T03:04', 'Schedule'],
    [`${home}/broadcasts/${at.draft}`, more, 'Cancel'],
    [`${home}/broadcasts/${at.draft}`, more, 'Delete'],
    [`${home}/broadcasts/${at.later}`, 'Cancel'],
    [`${home}/broadcasts/${at.later}`, more, 'Delete'],
    [`${home}/automations/${at.automation}`, 'Simulate'],
    [`${home}/automations/${at.automation}`, 'Enroll contact'],
    [`${home}/automations/${at.automation}`, more, 'Archive'],
    [`${home}/automations/${at.automation}`, more, 'Delete'],
    [`${home}/automations/${at.automation}`, EVERY_ROW, 'Cancel run'],
    ['/account', 'Set up authenticator app'],
    ['/operator/tenants', 'Create tenant'],
    [`/operator/tenants/${tenant}`, 'Edit'],
    [`/operator/tenants/${tenant}`, more, 'Add prepaid emails'],
    [`/operator/tenants/${tenant}`, more, 'Suspend'],
    [`/operator/tenants/${tenant}`, more, 'Delete'],
    ['/operator/suppressions', 'Suppress address'],
    ['/operator/suppressions', /^Remove the suppression/],
    ['/operator/people', 'Invite person'],
    ['/operator/people', 'Invite person', 'fill:Email address=another@example.com', 'Invite person', 'see:Done'],
    ['/operator/people', /^Actions for/, 'Delete'],
  ];
}

const scopeOf = async (page: Page) => ((await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog') : page);

/** Whether what is shown at the end is shown this once, and so not closed by Escape. */
const showsOnce = (way: Way) => way.some((what) => typeof what === 'string' && what.startsWith('see:'));

/** What is done but to press what is called so. */
const PRESSES: Readonly<Record<string, (page: Page, name: string) => Promise<void>>> = {
  key: (page, key) => page.keyboard.press(key),
  check: (page, name) => page.getByRole('checkbox', { name }).check(),
  fill: async (page, field) => {
    const [label = '', value = ''] = field.split('=');
    await (await scopeOf(page)).getByLabel(label, { exact: true }).fill(value);
  },
  see: (page, name) => page.getByRole('dialog').getByRole('button', { name }).waitFor(),
};

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
    const target = { target_kind: 'audience', target_id: things.audience };
    const { id: later } = await post('/v1/broadcasts', { name: HOSTILE, subject: 'x', body_html: 'x', from: mail.from, ...target });
    await post(`/v1/broadcasts/${later}/send`, { scheduled_at: mail.scheduled_at });
    const { id: webhook } = await post('/v1/webhooks', { url: 'https://example.com/hooks', events: ['bounce'], description: HOSTILE });
    await post(`/v1/webhooks/${webhook}/test`, {});
    await post('/v1/api-keys', { name: HOSTILE, permission: 'sending_access' });
    await post('/v1/templates', { alias: 'greeting', name: HOSTILE });
    for (const subject of ['Hello', HOSTILE]) await post('/v1/templates/greeting/versions', { subject, text_body: 'Hello' });
    await visit.server.admin('POST', '/admin/suppressions', { body: { email: 'all@example.org' } });
    ways = waysOf(visit.tenant.id, { ...things, scheduled, later, webhook, template: 'greeting', domain: visit.tenant.domain.id });
  });
  afterAll(() => visit?.end());

  async function press(page: Page, what: string | RegExp): Promise<void> {
    const [kind = '', name] = typeof what === 'string' ? what.split(/(?<=^(?:key|check|fill|see)):/) : [];
    if (name !== undefined) return PRESSES[kind]?.(page, name);
    const named = { name: what, exact: typeof what === 'string' };
    const scope = await scopeOf(page);
    await scope.getByRole('menuitem', named).or(scope.getByRole('button', named)).first().click();
  }

  async function follow({ page, open }: ConsolePage, [path, ...presses]: Way): Promise<void> {
    // A screen is loaded once: after a dialog it is as it was.
    if (!page.url().endsWith(`/console${path}`)) await open(path);
    for (const what of presses) await press(page, what);
    await page.getByRole('dialog').waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
  }

  it('has no barrier that a machine can find, keeps to the policy, fits on 320 pixels, and is closed by Escape', async () => {
    const console = await visit.openConsole({ viewport: NARROW });
    const { page } = console;
    for (const way of ways) {
      await page.setViewportSize(NARROW);
      await follow(console, way);
      const box = await page.getByRole('dialog').boundingBox();
      const { x = -1, width = NARROW.width, height = 0 } = box ?? {};
      expect([way, x >= 0, x + width <= NARROW.width, height <= NARROW.height]).toEqual([way, true, true, true]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect([way, await console.violations(), await console.refused()]).toEqual([way, [], []]);
      await page.keyboard.press('Escape');
      const isSeen = page.getByRole('dialog').getByRole('button', { name: /^(I have saved this|Done)$/ });
      if (showsOnce(way)) await isSeen.click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    expect({ foreign: console.foreign, faults: console.faults }).toEqual({ foreign: [], faults: [] });
  });

  it('is the navigation too, on a phone', async () => {
    const { page, open, violations } = await visit.openConsole({ viewport: { width: 390, height: 800 } });
    await open(`/${visit.tenant.id}`);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Domains' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('dialog').getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('heading', { name: 'Domains' }).waitFor();
  });
});
