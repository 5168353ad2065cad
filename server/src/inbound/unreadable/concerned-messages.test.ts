import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { createSeededRandom } from '../../../../tests/support/random/seeded-random.ts';
import { createSecretBox } from '../../core/crypto/secret-box.ts';
import { returnPathOf } from '../../messages/index.ts';
import { concernedByEach, concernedMessages } from './concerned-messages.ts';

const box = createSecretBox({ current: 'a secret key of the tests, long enough', previous: [] }, createSeededRandom('concerned'));
const messageId = 'msg_01m7yc0g5r2p8w4k6j9tbn3vxd';
const path = returnPathOf(box, { messageId, place: 3, at: 0 });
const spellings = Array.from({ length: 100 }, (_, at) => `${at % 2 === 0 ? path : path.toUpperCase()}@b${at}.example`);
const mail = { destinations: { returnPaths: spellings, unsubscribes: [], entries: [], postmasters: [] } };

it('reads a return path once, however often it is spelled', () => {
  let read = 0;
  const macs: typeof box.macs = (purpose, payload) => {
    read += 1;
    return box.macs(purpose, payload);
  };
  expect(concernedMessages({ secrets: { ...box, macs } }, mail)).toEqual([{ messageId, place: 3, day: 0 }]);
  expect(read).toBe(1);
});

it('lets others have their turn while many mails are read', async () => {
  const { result: each, turns } = await countTurns(() => concernedByEach({ secrets: box }, Array(100).fill(mail)));
  expect(each).toHaveLength(100);
  expect(turns).toBeGreaterThan(5);
});
