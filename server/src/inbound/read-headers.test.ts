import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { findAddresses, isInHeaders } from './read-headers.ts';

async function* piecesOf(mail: string) {
  yield Buffer.from(mail);
}

const isIn = (mail: string, email: string) => isInHeaders(piecesOf(mail), email);

describe('an address in headers that are taken as text', () => {
  it.each([
    ["From: <o'brien@example.net>", "o'brien@example.net"],
    ["From: O'Brien 'ann@example.net'", 'ann@example.net'],
    ['From: <a=b@example.net>', 'a=b@example.net'],
    ['Received-SPF: pass envelope-from=ann@example.net; x', 'ann@example.net'],
    ['To: ann@example.net.', 'ann@example.net'],
    ['List-Unsubscribe: <mailto:ann@example.net?subject=a=b>', 'ann@example.net'],
    ['X-Link: https://x.example/?to=ann@example.net&a=1', 'ann@example.net'],
    ['Subject: write to *ann@example.net*, {ann2@example.net}', 'ann2@example.net'],
    ['Subject: write to *ann@example.net*', 'ann@example.net'],
    ['From: _ann_@example.net', '_ann_@example.net'],
    ['To: "Ann" <Ann@Example.net>', 'ann@example.net'],
    [
      `References: ${Array.from({ length: 2000 }, (_, id) => `<${id}@x.example>`).join('\r\n ')}\r\nFrom: ann@example.net`,
      'ann@example.net',
    ],
  ])('is found: %j', async (headers, email) => {
    expect(await isIn(`${headers}\r\n\r\nx`, email)).toBe(true);
  });

  it.each(['From: joeann@example.net', 'From: ann@example.network', 'Subject: x\r\n\r\nann@example.net'])('is not: %j', async (mail) => {
    expect(await isIn(mail, 'ann@example.net')).toBe(false);
  });

  it('is found in time that grows with their length', () => {
    for (const word of ["'", '.', '=', '@', "'a@b", 'a=', `${"'".repeat(300)}a@b `])
      expect(findAddresses(Buffer.from(word.repeat(256 * 1024))).length).toBeLessThan(4);
  });

  it('is looked for while others have their turn', async () => {
    const words = Array.from({ length: 25_000 }, (_, place) => `${place.toString(36)}@ä.de`);
    const { result, turns } = await countTurns(() => isIn(words.join(' '), 'ann@example.net'));
    expect(result).toBe(false);
    expect(turns).toBeGreaterThan(5);
  });
});
