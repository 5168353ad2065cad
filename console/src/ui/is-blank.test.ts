import { VISIBLE } from '@posthorn/contract';
import { expect, it } from 'vitest';
import { isBlank } from './is-blank.ts';

const LAST = 0x10_ff_ff;

it('takes those characters for blank that the service does', () => {
  const differing: number[] = [];
  for (let code = 0; code <= LAST; code += 1) {
    const text = ` ${String.fromCodePoint(code)}\n`;
    if (isBlank(text) === VISIBLE.test(text)) differing.push(code);
  }
  expect(differing).toEqual([]);
  expect([null, '', '\u200b', '\u2800', 'a'].map(isBlank)).toEqual([true, true, true, true, false]);
});
