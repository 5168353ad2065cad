import { describe, expect, it } from 'vitest';
import { isExactNumber } from './is-exact-number.ts';

describe('isExactNumber', () => {
  it.each(['0', '-1', '007', '0.10', '1234567890123457', '01234567890123457.0', '000000000000000.100000000000000', '1e+21'])(
    'takes %s',
    (text) => {
      expect(isExactNumber(text)).toBe(true);
    },
  );

  it.each([
    '',
    ' 1',
    '1.',
    '.5',
    '+1',
    '0x10',
    '1e3',
    'NaN',
    'Infinity',
    '12345678901234567',
    '1234567890123457.1',
    '0.1000000000000000055',
  ])('does not take %j', (text) => {
    expect(isExactNumber(text)).toBe(false);
  });

  it('takes nothing longer than 30 digits and 30 places', () => {
    expect(isExactNumber(`${'0'.repeat(30)}.${'0'.repeat(30)}`)).toBe(true);
    expect(isExactNumber('0'.repeat(31))).toBe(false);
    expect(isExactNumber(`0.${'0'.repeat(31)}`)).toBe(false);
  });
});
