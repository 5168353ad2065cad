import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { unsubscribeUrl } from './links.ts';

const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, createSystemRandom());
const grant = { tenantId: 'ten_01jc0000000000000000000000', messageId: 'msg_01jd0000000000000000000000', email: 'ada@example.net' };

describe('links in mail', () => {
  it.each([
    [{ HOST: '::', PORT: 3000 }, 'http://[::]:3000/u/'],
    [{ HOST: '::', PORT: 3000, BASE_URL: 'https://mail.example.com/a/' }, 'https://mail.example.com/a/u/'],
    [{ HOST: '::', PORT: 3000, BASE_URL: 'https://mail.example.com', LINK_BASE_URL: 'https://l.example.com' }, 'https://l.example.com/u/'],
  ])('with %o begin as they should', (config, start) => {
    const whole = { LINK_BASE_URL: undefined, BASE_URL: undefined, ...config };
    expect(unsubscribeUrl({ config: whole, secrets }, grant).startsWith(start)).toBe(true);
  });

  it.each([
    [{ BASE_URL: 'https://mail.example.com/a/' }, 'https://links.shop.example/a/u/'],
    [{ BASE_URL: 'https://mail.example.com', LINK_BASE_URL: 'http://l.example.com:8080' }, 'http://links.shop.example:8080/u/'],
  ])('with %o keep their path and port on the host of a domain', (config, start) => {
    const whole = { LINK_BASE_URL: undefined, HOST: '::', PORT: 3000, ...config };
    expect(unsubscribeUrl({ config: whole, secrets }, grant, 'links.shop.example').startsWith(start)).toBe(true);
  });
});
