import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { signToken } from '../core/crypto/signed-token.ts';
import { readUnsubscribeToken, unsubscribeToken } from '../unsubscribe/tokens.ts';
import { clickToken, openToken, readClickToken, readOpenToken } from './tokens.ts';

const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, createSystemRandom());
const messageId = 'msg_01jd0000000000000000000000';
const source = { tenantId: 'ten_01jc0000000000000000000000', messageId };
const grant = { ...source, email: 'ada@example.net' };
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

  it('is nothing as a link of another kind', () => {
    for (const other of kinds.filter((kind) => kind.token !== token)) expect(other.read(secrets, token)).toBeUndefined();
  });
});

describe('links of mail from before they named their tenant', () => {
  const message = '01jd0000000000000000000000';

  it('are read, without one', () => {
    expect(readOpenToken(secrets, signToken(secrets, 'open links', message))).toEqual({ tenantId: null, messageId });
    const click = signToken(secrets, 'click links', `${message}${Buffer.from(link.url).toString('base64url')}`);
    expect(readClickToken(secrets, click)).toEqual({ ...link, tenantId: null });
  });
});
