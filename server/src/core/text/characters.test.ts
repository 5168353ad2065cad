import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBytes, cutText, isLongerThan } from './characters.ts';

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

describe('the bytes of a text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['aäb', 3, 'aä'],
    ['aäb', 2, 'a'],
    ['a😀b', 4, 'a'],
    ['a😀b', 5, 'a😀'],
    ['😀', 4, '😀'],
    ['', 0, ''],
  ])('of %j within %d are %j', (text, most, expected) => {
    expect(cutBytes(text, most)).toBe(expected);
  });
});
