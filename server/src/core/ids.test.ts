import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../tests/support/random/seeded-random.ts';
import { createSystemRandom } from './crypto/random.ts';
import { createIdFactory, idForTime, timeOfId } from './ids.ts';

describe('createIdFactory', () => {
  it('makes a prefix and 26 characters of Crockford base32 in lower case', () => {
    expect(createIdFactory(createSystemRandom())('msg', Date.now())).toMatch(/^msg_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('writes the time first, so that ids sort by it', () => {
    expect(createIdFactory(createSeededRandom('x'))('msg', 1469918176385).slice(0, 14)).toBe('msg_01aryz6s41');
  });

  it('counts on in the random part, over the middle of it as well', () => {
    const steps = [Buffer.from('0000000000fffffffffe', 'hex'), Buffer.alloc(4), Buffer.alloc(4, 0xff), Buffer.from('00000004', 'hex')];
    const newId = createIdFactory({ bytes: () => steps.shift() ?? Buffer.alloc(4) });
    const counted = [newId('evt', 5), newId('evt', 5), newId('evt', 5)].map((id) => id.slice(14));
    expect(counted).toEqual(['00000000zzzzzzzz', '0000000103zzzzzz', '0000000104000004']);
  });

  it('keeps the order of making within a millisecond, whatever is made in between', () => {
    const newId = createIdFactory(createSeededRandom('order'));
    const ids = Array.from({ length: 2000 }, (_, n) => {
      newId('job', n);
      return newId('evt', 5);
    });
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('begins anew past the highest number', () => {
    const newId = createIdFactory({ bytes: (count) => Buffer.alloc(count, count === 10 ? 0xff : 0) });
    expect(newId('evt', 5).slice(14)).toBe('0'.repeat(16));
  });
});

describe('idForTime', () => {
  it('keeps the prefix and the random part, and sorts among what was made for that time', () => {
    const newId = createIdFactory(createSeededRandom('later'));
    const [before, early, after] = [newId('evt', 9), newId('evt', 5), newId('evt', 9)];
    const moved = idForTime(early, 9);
    expect(timeOfId(moved)).toBe(9);
    expect(idForTime(moved, 5)).toBe(early);
    expect([after, moved, before].sort()).toEqual([before, moved, after]);
  });
});
