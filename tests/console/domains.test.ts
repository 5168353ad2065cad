import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type DnsServer, startDnsServer } from '../support/fakes/dns-server.ts';
import { browserMissing } from '../support/processes/browser.ts';
import { HOSTILE } from './support/fill.ts';
import { type Visit, visitConsole, within } from './support/visit.ts';
import { itHasWritten } from './support/write-coverage.ts';

interface AuditEntry {
  readonly operation: string;
  readonly object: string | null;
}

interface DomainRecord {
  readonly purpose: string;
  readonly type: 'TXT' | 'CNAME' | 'MX';
  readonly name: string;
  readonly value: string;
}

/** More than the page waits before it looks again. */
const NEXT_LOOK_MS = 31_000;

describe.skipIf(browserMissing !== undefined).each(engines)('the screen of a domain on $name', (engine) => {
  let visit: Visit;
  let dns: DnsServer;
  const { home, get, post } = within(() => visit);

  beforeAll(async () => {
    dns = await startDnsServer();
    visit = await visitConsole(engine, { DNS_SERVERS: dns.address });
  });
  afterAll(() => Promise.all([visit?.end(), dns?.close()]));

  /** What the audit tells of look-ups of a domain. */
  const audited = async (id: string): Promise<number> => {
    const { body } = await visit.owner.browser.call('GET', `/account/audit?tenant_id=${visit.tenant.id}&limit=100`);
    return body.data.filter(({ operation, object }: AuditEntry) => operation === 'domains.verify' && object === id).length;
  };

  it('sets what DNS has beside what is wanted, asks it by a press alone, and says once it is right', async () => {
    const { id, records } = await post('/v1/domains', { name: 'wanted.example.com' });
    const dkim: DomainRecord = records.find(({ purpose }: DomainRecord) => purpose === 'dkim');
    const evil = HOSTILE.replace('\u202e', '');
    dns.add({ ...dkim, value: evil });
    const { page, open, violations, narrowWidth, refused, faults } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/domains/${id}`);
    const check = page.getByRole('button', { name: 'Check now' });
    await check.click();
    const shown = (purpose: string) => page.getByRole('listitem').filter({ hasText: purpose });
    await shown('DKIM signature').getByText('Incorrect').waitFor();
    await shown('DKIM signature').getByText(evil, { exact: true }).waitFor();
    await shown('DMARC policy').getByText('No record at this name').waitFor();
    expect([await violations(), await narrowWidth(), await refused(), faults]).toEqual([[], 320, [], []]);
    dns.clear();
    dns.add(...records);
    const isLook = (response: Response) => response.request().method() === 'GET' && response.url().endsWith(`/v1/domains/${id}`);
    for (let look = 0; look < 2; look += 1) {
      const looked = page.waitForResponse(isLook);
      await page.clock.fastForward(NEXT_LOOK_MS);
      await (await looked).finished();
    }
    expect(await audited(id)).toBe(1);
    for (const isCounted of [true, false]) {
      await page.getByLabel('Track opens').setChecked(isCounted);
      await expect.poll(async () => (await get(`/v1/domains/${id}`)).open_tracking).toBe(isCounted);
    }
    await shown('DKIM signature').getByText(evil, { exact: true }).waitFor();
    await check.click();
    await page.getByText('You can send from this domain.').waitFor();
    await shown('DKIM signature').getByText('Found', { exact: true }).waitFor();
    expect(await page.getByText('No record at this name').count()).toBe(0);
    expect((await get(`/v1/domains/${id}`)).status).toBe('verified');
    expect(await audited(id)).toBe(2);
  });

  it('says that it is right once somebody else has had it looked up', async () => {
    const { id, records } = await post('/v1/domains', { name: 'elsewhere.example.com' });
    const { page, open } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/domains/${id}`);
    await page.getByText('Publish the records below').waitFor();
    dns.add(...records);
    await post(`/v1/domains/${id}/verify`, {});
    await page.clock.fastForward(NEXT_LOOK_MS);
    await page.getByText('You can send from this domain.').waitFor();
  });

  it('says of one that the operator vouches for that nobody looks it up', async () => {
    const own = { name: 'vouched.example.com', verified: true, inbound: true };
    const { body: domain } = await visit.server.admin('POST', `/admin/tenants/${visit.tenant.id}/domains`, { body: own });
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    await open(`${home()}/domains/${domain.id}`);
    await page.getByText('the operator has approved it').waitFor();
    const records = page.getByRole('main').getByRole('listitem');
    expect(await records.getByText('Not checked', { exact: true }).count()).toBe(domain.records.length);
    expect(await page.getByRole('button', { name: 'Check now' }).count()).toBe(0);
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
  });

  it('says where DNS does not answer', async () => {
    const { id } = await post('/v1/domains', { name: 'silent.example.com' });
    dns.mode = 'servfail';
    const { page, open } = await visit.openConsole();
    await open(`${home()}/domains/${id}`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('DNS did not answer').first().waitFor();
    dns.mode = 'answer';
  });

  it('is named beside the API keys that are held to it', async () => {
    const { domain } = visit.tenant;
    const domain_id = domain.id;
    await post('/v1/api-keys', { name: 'held', permission: 'sending_access', domain_id });
    const { page, open, violations, narrowWidth } = await visit.openConsole();
    await open(`${home()}/keys`);
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    await rowOf('held').getByRole('cell', { name: domain.name, exact: true }).waitFor();
    expect(await page.getByText('All verified domains').count()).toBeGreaterThan(0);
    expect(await rowOf('held').getByText('All verified domains').count()).toBe(0);
    expect([await violations(), await narrowWidth()]).toEqual([[], 320]);
  });

  it('hands each record over as it is to be published, and all of them as a zone', async () => {
    const { id, records } = await post('/v1/domains', { name: 'copied.example.com' });
    const { page, open } = await visit.openConsole({ permissions: ['clipboard-read', 'clipboard-write'] });
    await open(`${home()}/domains/${id}`);
    const copied = async (label: string) => {
      const button = page.getByTitle(`Copy ${label}`, { exact: true });
      await button.click();
      await button.and(page.getByRole('button', { name: 'Copied' })).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    const dkim: DomainRecord = records.find(({ purpose }: DomainRecord) => purpose === 'dkim');
    expect(await copied('the name of DKIM signature')).toBe(dkim.name);
    expect(await copied('the value of DKIM signature')).toBe(dkim.value);
    const zone = await page.getByRole('region', { name: 'Zone file' }).textContent();
    for (const { name, type } of records) expect(zone).toMatch(new RegExp(`^${RegExp.escape(name)}\\. \\d+ IN ${type} `, 'm'));
  });

  it('says what the service lacks where a record cannot be published', async () => {
    const { id } = await post('/v1/domains', { name: 'nameless.example.com', inbound: true });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/domains/${id}`);
    const record = page.getByRole('listitem').filter({ hasText: 'Inbound mail' });
    await record.getByText('no host name for an MX record').waitFor();
    expect(await page.getByRole('region', { name: 'Zone file' }).textContent()).not.toContain(' MX ');
    expect(await violations()).toEqual([]);
  });

  it('shows a change at once, and takes it back where the service refuses it', async () => {
    const { id } = await post('/v1/domains', { name: 'optimistic.example.com' });
    const { page, open } = await visit.openConsole();
    await open(`${home()}/domains/${id}`);
    const opens = page.getByLabel('Track opens');
    await opens.waitFor();
    const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(`**/v1/domains/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await seen;
      return route.fulfill({ status: 409, json: { error: 'domain_taken', detail: 'x' } });
    });
    await opens.click();
    expect(await opens.isChecked()).toBe(true);
    letGo();
    await page.getByRole('alert').filter({ hasText: 'Another tenant has already verified this domain.' }).waitFor();
    expect(await opens.isChecked()).toBe(false);
  });

  it('lets no answer from before a change of a domain come after it', async () => {
    const { id } = await post('/v1/domains', { name: 'watched.example.com' });
    const { page, open } = await visit.openConsole();
    await page.clock.install();
    await open(`${home()}/domains/${id}`);
    const opens = page.getByLabel('Track opens');
    await opens.waitFor();
    // The next look at the domain is asked, and never answered.
    const isRead = (url: URL) => url.pathname === `/v1/domains/${id}`;
    await page.route(isRead, (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
    const asked = page.waitForRequest((request) => isRead(new URL(request.url())));
    await page.clock.fastForward(31_000);
    await asked;
    const given = page.waitForEvent('requestfailed', (request) => isRead(new URL(request.url())));
    await opens.check();
    expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect.poll(async () => (await get(`/v1/domains/${id}`)).open_tracking).toBe(true);
    expect(await opens.isChecked()).toBe(true);
  });

  itHasWritten('domains', () => visit);
});
