import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

describe('chunk', () => {
  it('fills each chunk, in order, and has what is left in the last one', () => {
    expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunk([1, 2], 2)).toEqual([[1, 2]]);
  });

  it('has no chunk of nothing', () => {
    expect(chunk([], 2)).toEqual([]);
  });
});
