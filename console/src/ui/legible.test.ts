import { expect, it } from 'vitest';
import { legible } from './legible.ts';

it.each(['👩‍👩‍👧‍👦', '🏴‍☠️', '🏳️‍🌈', '👩🏽‍💻', 'می‌خواهم', 'क्‍ष', '❤️', 'Tabs\tand\nlines'])('leaves %s as it is written', (text) => {
  expect(legible(text)).toBe(text);
});

it.each([
  ['pay\u200dpal', 'pay\ufffdpal'],
  ['pay\u200cpal', 'pay\ufffdpal'],
  ['می\u200c\u200cخواهم', 'می\ufffd\ufffdخواهم'],
  ['👩\u200dx', '👩\ufffdx'],
  ['\u202egnp.exe', '\ufffdgnp.exe'],
  ['a\u200bb\u00adc\u2067', 'a\ufffdb\ufffdc\ufffd'],
])('shows what is not seen, or turns the text around, in %j', (text, shown) => {
  expect(legible(text)).toBe(shown);
});
