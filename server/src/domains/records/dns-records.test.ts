import { expect, it } from 'vitest';
import { recordsOf } from './dns-records.ts';

const domain = { name: 'a.example', dkimSelector: 's', dkimPublicKey: 'k', openTracking: true, clickTracking: false, inbound: true };
const config = { HOST: '127.0.0.1', RETURN_PATH_DOMAIN: undefined, INBOUND_SMTP_PORT: undefined };

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
