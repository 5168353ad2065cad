import { describe, expect, it } from 'vitest';
import { createIdFactory } from '../core/ids.ts';
import { createSeededRandom } from '../core/random.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { messageOfReturnPath, returnPathOf } from './return-path.ts';

const random = createSeededRandom('return paths');
const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, random);
const id = createIdFactory(random)('msg', 1_750_000_000_000);

describe('a return path', () => {
  it('stands for its message, whatever the case of its letters', () => {
    const path = returnPathOf(secrets, id);
    expect(path).toMatch(/^[a-z0-9-]{1,64}$/);
    expect(messageOfReturnPath(secrets, path)).toBe(id);
    expect(messageOfReturnPath(secrets, path.toUpperCase())).toBe(id);
  });

  it('is ours only as a whole', () => {
    const path = returnPathOf(secrets, id);
    for (let at = 7; at < path.length; at += 1) {
      const other = path[at] === '0' ? '1' : '0';
      expect(messageOfReturnPath(secrets, path.slice(0, at) + other + path.slice(at + 1))).toBeUndefined();
    }
  });

  it.each(['', 'bounce', 'bounce-', 'bounce--', 'hello', 'bounce-x-y'])('is not %j', (localPart) => {
    expect(messageOfReturnPath(secrets, localPart)).toBeUndefined();
  });

  it('is nothing to a service with another key', () => {
    const other = createSecretBox({ current: 'another secret key of the tests, as long', previous: [] }, random);
    expect(messageOfReturnPath(other, returnPathOf(secrets, id))).toBeUndefined();
  });
});
