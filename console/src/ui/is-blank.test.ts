import { expect, it } from 'vitest';
import { isBlank } from './is-blank.ts';

// The service uses the same rule: it would refuse to send what it considers blank.
it.each([
  null,
  '',
  ' ',
  '\t\r\n',
  '\u00a0\u3000',
  '\u0000\u0085',
  '\u200b\ufeff',
  '\u00ad\u034f',
  '\u202e',
  '\u3164',
  '\u2800',
  '\ufe0f\u{e0100}',
])('takes %j for blank', (text) => expect(isBlank(text)).toBe(true));

it.each(['a', ' . ', '\u200b0', '…', '😀', '\ufffd', '\u0301'])('does not take %j for blank', (text) => expect(isBlank(text)).toBe(false));
