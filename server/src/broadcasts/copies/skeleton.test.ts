import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { fillIn, skeletonOf } from './skeleton.ts';

const SIGNS = { open: '\u{100000}', close: '\u{100001}', value: '\u{100002}' };

it('lets others have their turn while very many outputs are read', async () => {
  const outputs = Array.from({ length: 60_000 }, (_, number) => `${SIGNS.open}${number}${SIGNS.close}`);
  const { result, turns } = await countTurns(() => skeletonOf(outputs.join(''), SIGNS, []));
  expect(turns).toBeGreaterThan(10);
  expect(fillIn(result.html, SIGNS, result.values)).toBe(outputs.map((_, number) => number).join(''));
});
