import { expect, it } from 'vitest';
import { lineDifference } from './line-difference.ts';

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => `line ${from + place}`);
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

it('tells nothing of what stayed', () => {
  expect(lineDifference('a\nb', 'a\nb')).toEqual([]);
});

it('tells lines that came and went, with those around them, and folds the others', () => {
  const before = numbered(1, 20);
  const after = before.with(9, 'another').concat('last');
  expect(lineDifference(text(before), text(after))).toEqual([
    { kind: 'folded', lines: numbered(1, 6) },
    { kind: 'same', lines: numbered(7, 9) },
    { kind: 'removed', lines: ['line 10'] },
    { kind: 'added', lines: ['another'] },
    { kind: 'same', lines: numbered(11, 13) },
    { kind: 'folded', lines: numbered(14, 17) },
    { kind: 'same', lines: numbered(18, 20) },
    { kind: 'added', lines: ['last'] },
  ]);
});

it('takes a text that has little in common as another text', () => {
  const [before, after] = [numbered(1, 3000), numbered(10_001, 13_000)];
  expect(lineDifference(text(before), text(after))).toEqual([
    { kind: 'removed', lines: before },
    { kind: 'added', lines: after },
  ]);
  expect(lineDifference('', 'a')).toEqual([{ kind: 'added', lines: ['a'] }]);
});
