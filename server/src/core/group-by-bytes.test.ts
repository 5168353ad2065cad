import { describe, expect, it } from 'vitest';
import { groupByBytes } from './group-by-bytes.ts';

const group = (...bytes: readonly number[]) => groupByBytes(bytes, { most: 10, bytesOf: (item) => item });

describe('groupByBytes', () => {
  it('fills each group as far as it goes, in order', () => {
    expect(group(4, 6, 1, 9, 5)).toEqual([[4, 6], [1, 9], [5]]);
  });

  it('gives what is larger a group of its own', () => {
    expect(group(3, 25, 2, 8)).toEqual([[3], [25], [2, 8]]);
    expect(group(25, 1)).toEqual([[25], [1]]);
  });

  it('has no group of nothing, and takes what has no bytes along', () => {
    expect(group()).toEqual([]);
    expect(group(0, 10, 0)).toEqual([[0, 10, 0]]);
  });
});
