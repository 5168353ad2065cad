import { expect, it } from 'vitest';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { readUnsubscribeToken, unsubscribeToken } from './tokens.ts';

const secrets = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, createSystemRandom());

it('a token gives back whom it is for, and stands in a path as it is', () => {
  const grant = {
    tenantId: 'ten_01jc0000000000000000000000',
    messageId: 'msg_01jd0000000000000000000000',
    email: 'ada.o\'hara+"x"@example.net',
  };
  const token = unsubscribeToken(secrets, grant);
  expect(readUnsubscribeToken(secrets, token)).toEqual(grant);
  expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
});
