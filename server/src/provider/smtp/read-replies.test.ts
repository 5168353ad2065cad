import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyReader } from './read-replies.ts';

const REPLIES = ['250 ok', '250-one\n250-two\n250 three', '550 5.1.1 Ünknown', '354 go on', '421 bye'];

describe('createReplyReader', () => {
  it('reads the same replies however they are cut', () => {
    const wire = Buffer.from(REPLIES.map((reply) => `${reply.replaceAll('\n', '\r\n')}\r\n`).join('\r\n'));
    fc.assert(
      fc.property(fc.array(fc.nat(wire.length), { maxLength: 10 }), (cuts) => {
        const { read, rest } = createReplyReader();
        const places = [0, ...cuts.toSorted((left, right) => left - right), wire.length];
        const replies = places.slice(1).flatMap((end, index) => read(wire.subarray(places[index], end)) ?? ['too long']);
        expect(replies).toEqual(REPLIES);
        expect(rest()).toBe('');
      }),
    );
  });

  it('tells what came of a line that has not ended', () => {
    const { read, rest } = createReplyReader();
    expect(read(Buffer.from('250 ok\r\n421 go aw'))).toEqual(['250 ok']);
    expect(rest()).toBe('421 go aw');
  });

  it('keeps bytes that are not UTF-8 as they are', () => {
    expect(createReplyReader().read(Buffer.from('550 caf\xe9\r\n', 'latin1'))).toEqual(['550 caf\xe9']);
  });

  it.each(['x', '250-more\r\n'])('gives up a reply that does not end: %j', (unit) => {
    const { read } = createReplyReader();
    const chunk = Buffer.from(unit.repeat(1000));
    const results = Array.from({ length: 100 }, () => read(chunk));
    expect(results.at(-1)).toBeUndefined();
  });
});
