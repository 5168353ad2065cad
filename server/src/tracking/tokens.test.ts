import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { toBase32 } from '../core/ids.ts';
import { clickToken, openToken, readClickToken, readOpenToken, readUnsubscribeToken, unsubscribeToken } from './tokens.ts';

const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, createSystemRandom());
const others = createSecretBox({ current: 'a secret key of somebody else, as long', previous: [] }, createSystemRandom());
const messageId = 'msg_01jd0000000000000000000000';
const grant = { tenantId: 'ten_01jc0000000000000000000000', messageId, email: 'ada.o\'hara+"x"@example.net' };
const source = { tenantId: grant.tenantId, messageId };
const link = { ...source, url: 'https://shop.example/a?b=1&c=%C3%BC#d' };

const kinds = [
  { kind: 'unsubscribe', token: unsubscribeToken(secrets, grant), read: readUnsubscribeToken, value: grant },
  { kind: 'open', token: openToken(secrets, source), read: readOpenToken, value: source },
  { kind: 'click', token: clickToken(secrets, link), read: readClickToken, value: link },
];

describe.each(kinds)('the token of an $kind link', ({ token, read, value }) => {
  it('gives back what it was made for, and stands in a path as it is', () => {
    expect(read(secrets, token)).toEqual(value);
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is nothing under another key, and nothing as a link of another kind', () => {
    expect(read(others, token)).toBeUndefined();
    for (const other of kinds.filter((kind) => kind.token !== token)) expect(other.read(secrets, token)).toBeUndefined();
  });

  it('is nothing once any character of it is changed, left out or added', () => {
    for (let place = 0; place < token.length; place += 1) {
      const [before, after] = [token.slice(0, place), token.slice(place + 1)];
      const other = token[place] === 'a' ? 'b' : 'a';
      for (const wrong of [before + other + after, before + after, `${before}a${token.slice(place)}`]) {
        if (wrong !== token) expect(read(secrets, wrong)).toBeUndefined();
      }
    }
    for (const wrong of ['', token.slice(0, 16), `${token}\n`, ` ${token}`]) expect(read(secrets, wrong)).toBeUndefined();
  });
});

describe('links of mail from before they named their tenant', () => {
  const seal = (purpose: string, payload: string) => `${payload}${toBase32(secrets.mac(purpose, payload).subarray(0, 10))}`;
  const message = '01jd0000000000000000000000';

  it('are read, without one', () => {
    expect(readOpenToken(secrets, seal('open links', message))).toEqual({ tenantId: null, messageId });
    const click = seal('click links', `${message}${Buffer.from(link.url).toString('base64url')}`);
    expect(readClickToken(secrets, click)).toEqual({ ...link, tenantId: null });
  });
});
