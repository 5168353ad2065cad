import { describe, expect, it } from 'vitest';
import { shortenReferences } from './references.ts';

describe('shortenReferences', () => {
  it('leaves as it is what a header may have', () => {
    expect(shortenReferences('<a@b>  <c@d>')).toBe('<a@b>  <c@d>');
  });

  it('keeps the first id of a long thread, and the last ones', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `<${'x'.repeat(20)}${index}@example.com>`);
    const short = shortenReferences(ids.join(' ')).split(' ');
    expect(short.join(' ').length).toBeLessThanOrEqual(998);
    expect([short[0], short.at(-1)]).toEqual([ids[0], ids[99]]);
    expect(short.slice(1)).toEqual(ids.slice(101 - short.length));
  });

  it('leaves out what is no id but endless', () => {
    expect(shortenReferences(`<a@b> ${'x'.repeat(100_000)} <c@d>`)).toBe('<a@b> <c@d>');
    expect(shortenReferences('x'.repeat(1000))).toBe('');
  });
});
