import { describe, expect, it } from 'vitest';
import { encodeBase32, findStep, stepAt, totpOf, totpUri } from './totp.ts';

/** RFC 6238, appendix B, SHA-1. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes of authenticator apps', () => {
  it.each(VECTORS)('at %d s are as RFC 6238 has them', (seconds, code) => {
    expect(totpOf(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
    expect(totpOf(SECRET, stepAt(seconds * 1000))).toBe(code.slice(2));
  });

  it('are taken a step early and a step late, and no more', () => {
    const at = 1_750_000_000_000;
    const step = stepAt(at);
    for (const near of [-1, 0, 1]) expect(findStep(SECRET, totpOf(SECRET, step + near), at)).toBe(step + near);
    for (const far of [-2, 2]) expect(findStep(SECRET, totpOf(SECRET, step + far), at)).toBeUndefined();
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 94287'])('are not %j', (code) => {
    expect(findStep(SECRET, code, 59_000)).toBeUndefined();
  });

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('come from secrets in base32: %j', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });

  it('are set up by an address that apps read', () => {
    const uri = new URL(totpUri(SECRET, { issuer: 'mail.example.com', email: 'a+b@example.com' }));
    expect(uri.pathname).toBe('/mail.example.com:a%2Bb%40example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'mail.example.com',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
