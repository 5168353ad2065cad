import { describe, expect, it } from 'vitest';
import { isBlank } from './is-blank.ts';

describe('a blank text', () => {
  it.each([
    null,
    undefined,
    '',
    ' ',
    '\t\r\n',
    '\u00a0\u2003\u3000',
    '\u0000\u001f\u007f\u0085',
    '\u200b\u200d\u2060\ufeff',
    '\u00ad\u034f',
    '\u200e\u202e\u2066',
    '\u115f\u3164\uffa0',
    '\u2800',
    '\ufe0f\u{e0001}\u{e0100}',
  ])('is %j', (text) => expect(isBlank(text)).toBe(true));

  it.each(['a', ' . ', '\u200b0', '…', '😀', '\ufffd', 'ー', '\u0600', '\u0301'])('is not %j', (text) => expect(isBlank(text)).toBe(false));
});
