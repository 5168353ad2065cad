import type { DomainRecord } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type DnsServer, startDnsServer } from '../../support/fakes/dns-server.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type CapturedMail, capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const SERVICE = 'https://links.example.com';
const BODY = '<p><a href="https://shop.example/sale">Sale</a> <a href="{{ unsubscribe_url }}">Leave</a></p>';

/** The beginnings of the addresses in a mail that lead to the service. */
function startsIn({ html, text, headers }: CapturedMail): string[] {
  const all = [html, text, headers.get('list-unsubscribe')].join(' ').match(/https:\/\/links\.[^/]+\/(?:u|t\/[oc])\//g) ?? [];
  return [...new Set(all)].toSorted();
}

const startsOn = (origin: string) => ['t/c', 't/o', 'u'].map((path) => `${origin}/${path}/`);

describe.each(engines)('links in mail, by domain, on $name', (engine) => {
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer();
  });
  afterAll(() => dns.close());
  const server = useServer(engine, () => ({
    ...{ ...BY_HAND, LINK_BASE_URL: SERVICE, LINKS_BY_DOMAIN: 'true' },
    ...{ DNS_SERVERS: dns.address, CLOCK: 'virtual' },
  }));
  const tenant = useTenant(server);

  /** Adds a domain and has it verified with those of its records that `isPublished` says. */
  async function addDomain(name: string, isPublished: (record: DomainRecord) => boolean = () => true) {
    const body = { name, open_tracking: true, click_tracking: true };
    const added = (await tenant.call('POST', '/v1/domains', { body })).body;
    dns.add(...added.records.filter(isPublished));
    const verified = (await tenant.call('POST', `/v1/domains/${added.id}/verify`)).body;
    expect(verified.status).toBe('verified');
    return verified;
  }

  async function sent(name: string, change: object = {}): Promise<CapturedMail> {
    const mail = { from: `shop@${name}`, to: ['ada@example.net'], subject: 'x', html_body: BODY, text_body: '{{ unsubscribe_url }}' };
    const { body } = await tenant.call('POST', '/v1/email', { body: { ...mail, stream: 'marketing', ...change } });
    await server.run('dispatch');
    return capturedMail(server, body.message_id);
  }

  const certify = async (host: string) => (await fetch(`${server.url}/link-hosts?domain=${encodeURIComponent(host)}`)).status;

  it('lead to the host of the domain once its record is found, wherever they are in a mail, and work there', async () => {
    const { records } = await addDomain('own.example.com');
    expect(records).toContainEqual(expect.objectContaining({ type: 'CNAME', name: 'links.own.example.com', value: 'links.example.com' }));
    const mail = await sent('own.example.com');
    expect(startsIn(mail)).toEqual(startsOn('https://links.own.example.com'));
    const [, token] = /links\.own\.example\.com\/u\/([^"]+)"/.exec(mail.html) ?? [];
    expect(mail.text).toBe(`https://links.own.example.com/u/${token}\n`);
    expect((await fetch(`${server.url}/u/${token}`)).status).toBe(200);
  });

  it('are not tracked if they come from an earlier mail', async () => {
    await addDomain('copied.example.com');
    const { html } = await sent('copied.example.com');
    const [link = 'none'] = /https:\/\/links\.copied\.example\.com\/u\/[^"]+/.exec(html) ?? [];
    const copied = await sent('copied.example.com', { html_body: `<a href="${link}">Leave</a>` });
    expect(copied.html).toContain(`<a href="${link}">Leave</a>`);
  });

  it('do so in broadcasts', async () => {
    await addDomain('crowd.example.com');
    const audience = await addAudience(tenant, await addContacts(tenant, 1));
    const id = await writeDraft(tenant, audience, { from: 'shop@crowd.example.com', body_html: BODY, body_text: '{{ unsubscribe_url }}' });
    expect((await tenant.call('POST', `/v1/broadcasts/${id}/send`)).status).toBe(202);
    await sendAll(server);
    const { body } = await tenant.call('GET', `/v1/messages?broadcast_id=${id}`);
    expect(startsIn(await capturedMail(server, body.data[0].id))).toEqual(startsOn('https://links.crowd.example.com'));
  });

  it('lead to the host of the service while the record is not there, and again once it is gone', async () => {
    const { id, records } = await addDomain('later.example.com', ({ purpose }) => purpose !== 'tracking');
    expect(startsIn(await sent('later.example.com'))).toEqual(startsOn(SERVICE));
    expect(await certify('links.later.example.com')).toBe(404);
    dns.add(records.find(({ purpose }: DomainRecord) => purpose === 'tracking'));
    await tenant.call('POST', `/v1/domains/${id}/verify`);
    expect(startsIn(await sent('later.example.com'))).toEqual(startsOn('https://links.later.example.com'));
    expect(await certify('LINKS.later.example.com')).toBe(200);
    dns.remove('links.later.example.com');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 2 * 24 * 60 * 60 * 1000 } });
    await server.run('domains');
    expect(startsIn(await sent('later.example.com'))).toEqual(startsOn(SERVICE));
    expect(await certify('links.later.example.com')).toBe(404);
  });

  it('lead to the host of the service once nothing of the domain is tracked, and those in sent mail still work', async () => {
    const { id } = await addDomain('untracked.example.com');
    const track = (opens: boolean) => tenant.call('PATCH', `/v1/domains/${id}`, { body: { open_tracking: opens, click_tracking: false } });
    await track(false);
    expect(startsIn(await sent('untracked.example.com'))).toEqual([`${SERVICE}/u/`]);
    expect(await certify('links.untracked.example.com')).toBe(200);
    dns.remove('links.untracked.example.com');
    await track(true);
    expect(startsIn(await sent('untracked.example.com'))).toEqual([`${SERVICE}/t/o/`, `${SERVICE}/u/`]);
    expect(await certify('links.untracked.example.com')).toBe(404);
  });

  it('in sent mail still work where the domain is verified no longer', async () => {
    const { records } = await addDomain('failed.example.com');
    const [dkim] = records;
    dns.remove(dkim.name);
    for (let day = 0; day < 3; day += 1) {
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 2 * 24 * 60 * 60 * 1000 } });
      await server.run('domains');
    }
    expect((await tenant.call('GET', '/v1/domains')).body.data).toContainEqual(
      expect.objectContaining({ name: 'failed.example.com', status: 'failed' }),
    );
    expect(await certify('links.failed.example.com')).toBe(200);
  });

  it('lead to the host of the service once the operator vouches for the domain, and those in sent mail still work', async () => {
    await addDomain('vouched.example.com');
    const body = { name: 'vouched.example.com', verified: true };
    expect((await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body })).status).toBe(201);
    expect(startsIn(await sent('vouched.example.com'))).toEqual(startsOn(SERVICE));
    expect(await certify('links.vouched.example.com')).toBe(200);
  });

  it.each([
    '',
    'own.example.com',
    'links.example.net',
    'links.',
    'links.links.own.example.com',
    'links.\u0000',
    `links.${'ü'.repeat(300)}.com`,
    'links.own.example.com\n',
  ])('need no certificate for %j', async (host) => {
    expect(await certify(host)).toBe(404);
  });
});

describe.each(engines)('links in mail of a service with one host, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  it('need no other certificate', async () => {
    expect((await fetch(`${server.url}/link-hosts?domain=links.example.com`)).status).toBe(404);
  });
});
