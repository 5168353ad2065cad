import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, isLongerThan } from './characters.ts';

const texts = fc.string({ unit: 'binary', maxLength: 20 });
const lengths = fc.nat({ max: 20 });

describe('the characters of a text', () => {
  it('are its code points', () => {
    fc.assert(fc.property(texts, lengths, (text, most) => isLongerThan(text, most) === [...text].length > most));
    expect(isLongerThan('😀'.repeat(3), 3)).toBe(false);
    expect(isLongerThan('😀'.repeat(4), 3)).toBe(true);
  });

  it('are cut between two of them', () => {
    fc.assert(fc.property(texts, lengths, (text, most) => cutText(text, most) === [...text].slice(0, most).join('')));
    expect(cutText('a😀b😀c', 2)).toBe('a😀');
  });
});
