import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { buttonOf, type ConsolePage, type Visit, visitConsole, within } from '../support/visit.ts';

const NAME = 'What is new in spring '.repeat(12).slice(0, 250).trim();
const SUBJECT = 'What is new in spring '.repeat(46).slice(0, 990).trim();
const DOMAIN = `${`${'m'.repeat(50)}.`.repeat(4)}org`;
const PHONE = { viewport: { width: 390, height: 844 } };
const LINE_PIXELS = 28;

describe.skipIf(browserMissing !== undefined)('on a phone', () => {
  let visit: Visit;
  let shown: ConsolePage;
  const paths: Record<string, string> = {};
  const { home, post } = within(() => visit);

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    const draft = { trigger_kind: 'contact_created', steps: [] };
    paths.broadcast = `/broadcasts/${(await post('/v1/broadcasts', { name: NAME })).id}`;
    paths.audience = `/audiences/${(await post('/v1/audiences', { name: NAME })).id}`;
    paths.segment = `/segments/${(await post('/v1/segments', { name: NAME, filter: { all: true } })).id}`;
    paths.automation = `/automations/${(await post('/v1/automations', { name: NAME, ...draft })).id}`;
    paths.template = `/templates/${(await post('/v1/templates', { alias: 'm'.repeat(100), name: NAME })).alias}`;
    paths.domain = `/domains/${(await post('/v1/domains', { name: DOMAIN })).id}`;
    const mail = { from: visit.tenant.from, to: ['ada@example.org'], subject: SUBJECT, text_body: 'x' };
    paths.email = `/emails/${(await post('/v1/email', mail)).message_id}`;
  });
  afterAll(() => visit?.end());

  const headingHeight = async () => (await shown.page.getByRole('heading', { level: 1 }).boundingBox())?.height;

  it.each(['broadcast', 'audience', 'segment', 'automation', 'template', 'domain', 'email'])(
    'a long name of %s has four lines, and all of them for whoever asks',
    async (name) => {
      shown = await visit.openConsole(PHONE);
      await shown.open(`${home()}${paths[name]}`);
      const all = buttonOf(shown.page, 'Show all').first();
      await all.waitFor();
      expect(await headingHeight()).toBe(4 * LINE_PIXELS);
      await all.press('Enter');
      await buttonOf(shown.page, 'Show less').first().waitFor();
      expect(await headingHeight()).toBeGreaterThan(4 * LINE_PIXELS);
      expect(await shown.violations()).toEqual([]);
      await buttonOf(shown.page, 'Show less').first().press('Enter');
      await expect.poll(headingHeight).toBe(4 * LINE_PIXELS);
    },
  );

  it('a short name has no button', async () => {
    const { id } = await post('/v1/broadcasts', { name: 'Spring' });
    shown = await visit.openConsole(PHONE);
    await shown.open(`${home()}/broadcasts/${id}`);
    expect([await headingHeight(), await buttonOf(shown.page, 'Show all').count()]).toEqual([LINE_PIXELS, 0]);
  });
});
