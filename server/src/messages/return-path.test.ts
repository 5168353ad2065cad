import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../tests/support/random/seeded-random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { createIdFactory, toBase32 } from '../core/ids.ts';
import { isReturnPathValid, readReturnPath, returnPathOf } from './return-path.ts';

const DAY = 86_400_000;
const random = createSeededRandom('return paths');
const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, random);
const at = 1_750_000_000_000;
const messageId = createIdFactory(random)('msg', at);
const path = returnPathOf(secrets, { messageId, place: 49, at });

describe('a return path', () => {
  it('stands for its message, recipient and day, whatever the case of its letters', () => {
    const read = { messageId, place: 49, day: Math.floor(at / DAY) };
    expect(path).toMatch(/^[a-z0-9-]{56}$/);
    expect(readReturnPath(secrets, path)).toEqual(read);
    expect(readReturnPath(secrets, path.toUpperCase())).toEqual(read);
  });

  it('is ours only as a whole', () => {
    for (let index = 7; index < path.length; index += 1) {
      const other = path[index] === '0' ? '1' : '0';
      expect(readReturnPath(secrets, path.slice(0, index) + other + path.slice(index + 1))).toBeUndefined();
    }
  });

  it('is another for each recipient, and on each day', () => {
    const others = [
      { messageId, place: 0, at },
      { messageId, place: 1, at },
      { messageId, place: 1, at: at + DAY },
    ];
    expect(new Set([path, ...others.map((other) => returnPathOf(secrets, other))]).size).toBe(4);
  });

  it('may be one that the release before has written', () => {
    const name = messageId.slice(4);
    const old = `bounce-${name}-${toBase32(secrets.mac('return paths', name).subarray(0, 10))}`;
    expect(readReturnPath(secrets, old)).toEqual({ messageId, place: undefined, day: undefined });
  });

  it.each(['', 'bounce', 'bounce-', 'bounce--', 'hello', 'bounce-x-y'])('is not %j', (localPart) => {
    expect(readReturnPath(secrets, localPart)).toBeUndefined();
  });

  it('is nothing to a service with another key', () => {
    const other = createSecretBox({ current: 'another secret key of the tests, as long', previous: [] }, random);
    expect(readReturnPath(other, path)).toBeUndefined();
  });

  it('holds for 30 days after the attempt, or after its day where no more is known', () => {
    const read = readReturnPath(secrets, path) ?? { messageId, place: 0, day: 0 };
    expect(isReturnPathValid(read, { attemptedAt: at, now: at + 30 * DAY })).toBe(true);
    expect(isReturnPathValid(read, { attemptedAt: at, now: at + 30 * DAY + 1 })).toBe(false);
    const end = (Math.floor(at / DAY) + 31) * DAY;
    expect(isReturnPathValid(read, { attemptedAt: null, now: end - 1 })).toBe(true);
    expect(isReturnPathValid(read, { attemptedAt: null, now: end })).toBe(false);
    expect(isReturnPathValid({ messageId, place: undefined, day: undefined }, { attemptedAt: null, now: at })).toBe(false);
  });
});
