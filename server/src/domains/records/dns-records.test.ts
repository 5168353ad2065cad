import { describe, expect, it } from 'vitest';
import { recordsOf } from './dns-records.ts';

const domain = { name: 'a.example', dkimSelector: 's', dkimPublicKey: 'k', openTracking: true, clickTracking: false, inbound: true };
const config = { HOST: '127.0.0.1', SMTP_HOSTNAME: undefined, RETURN_PATH_DOMAIN: undefined, INBOUND_SMTP_PORT: undefined };

it.each([
  [undefined, 'mail.example'],
  ['https://links.example', 'links.example'],
])('sends readers to the host of links, %s, and mail to that of the API', (LINK_BASE_URL, host) => {
  const records = recordsOf(domain, { ...config, BASE_URL: 'https://mail.example', LINK_BASE_URL });
  expect(records.map(({ purpose, value }) => [purpose, value]).slice(2)).toEqual([
    ['tracking', host],
    ['inbound', 'mail.example'],
  ]);
});

describe('an MX record', () => {
  const inbound = (changes: { BASE_URL?: string; SMTP_HOSTNAME?: string; HOST?: string }) =>
    recordsOf(domain, { ...config, BASE_URL: undefined, LINK_BASE_URL: undefined, ...changes }).find(
      ({ purpose }) => purpose === 'inbound',
    );

  it.each([
    [{ BASE_URL: 'https://api.example', SMTP_HOSTNAME: 'mta.example' }, 'api.example'],
    [{ SMTP_HOSTNAME: 'mta.example' }, 'mta.example'],
    [{ BASE_URL: 'http://192.0.2.1:3000', SMTP_HOSTNAME: 'mta.example' }, 'mta.example'],
    [{ HOST: '0.0.0.0', SMTP_HOSTNAME: 'mta.example' }, 'mta.example'],
    [{ BASE_URL: 'http://posthorn:3000', SMTP_HOSTNAME: 'mta.example' }, 'mta.example'],
    [{ HOST: 'api.example' }, 'api.example'],
  ])('says a host by its name with %j', (changes, value) => {
    expect(inbound(changes)).toEqual({ purpose: 'inbound', type: 'MX', name: 'a.example', value, priority: 10 });
  });

  it.each([
    [{}, '127.0.0.1'],
    [{ BASE_URL: 'http://localhost:3000' }, 'localhost'],
    [{ BASE_URL: 'http://[2001:db8::1]' }, '[2001:db8::1]'],
    [{ HOST: '::1' }, '::1'],
  ])('says beside the address what is to be set where there is no name, with %j', (changes, value) => {
    expect(inbound(changes)).toMatchObject({ value, detail: expect.stringContaining('SMTP_HOSTNAME') });
  });
});

it('says what is to be set where links have no host with a name', () => {
  const [, , tracking] = recordsOf(domain, { ...config, BASE_URL: undefined, LINK_BASE_URL: undefined, SMTP_HOSTNAME: 'mta.example' });
  expect(tracking).toMatchObject({ type: 'CNAME', value: '127.0.0.1', detail: expect.stringContaining('LINK_BASE_URL') });
});
