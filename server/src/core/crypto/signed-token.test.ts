import { describe, expect, it } from 'vitest';
import { createSystemRandom } from './random.ts';
import { createSecretBox } from './secret-box.ts';
import { signToken, verifyToken } from './signed-token.ts';

const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, createSystemRandom());
const others = createSecretBox({ current: 'a secret key of somebody else, as long', previous: [] }, createSystemRandom());
const payload = '01jc000000000000000000000001jd0000000000000000000000YWRhQGV4YW1wbGUubmV0';
const token = signToken(secrets, 'clicks', payload);
const read = (given: string) => verifyToken(secrets, 'clicks', given);

describe('a signed token', () => {
  it('gives back its payload, and stands in a path as it is', () => {
    expect(read(token)).toBe(payload);
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is nothing under another key, and nothing for another purpose', () => {
    expect(verifyToken(others, 'clicks', token)).toBeUndefined();
    expect(verifyToken(secrets, 'opens', token)).toBeUndefined();
  });

  it('is nothing once any character of it is changed, left out or added', () => {
    for (let place = 0; place < token.length; place += 1) {
      const [before, after] = [token.slice(0, place), token.slice(place + 1)];
      const other = token[place] === 'a' ? 'b' : 'a';
      for (const wrong of [before + other + after, before + after, `${before}a${token.slice(place)}`]) {
        if (wrong !== token) expect(read(wrong)).toBeUndefined();
      }
    }
    for (const wrong of ['', token.slice(0, 16), `${token}\n`, ` ${token}`]) expect(read(wrong)).toBeUndefined();
  });
});
