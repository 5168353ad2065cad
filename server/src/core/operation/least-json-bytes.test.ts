import { leastJsonBytes } from '@posthorn/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('leastJsonBytes', () => {
  it('is never more than the JSON takes, and exact where nothing is escaped', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => leastJsonBytes(value, Number.POSITIVE_INFINITY) <= bytesOf(value)));
    const value = { name: ['Ada', 1, { '': 'x' }], list: [{ a: 'b', c: 'd' }] };
    expect(leastJsonBytes(value, 1000)).toBe(bytesOf(value));
  });

  it('ends soon after it is more than asked for, however deep it lies', () => {
    let looked = 0;
    const item = {
      get text() {
        looked += 1;
        return 'x'.repeat(98);
      },
    };
    expect(leastJsonBytes({ a: { b: Array.from({ length: 1000 }, () => item) } }, 1000)).toBeGreaterThan(1000);
    expect(looked).toBeLessThan(12);
  });
});
