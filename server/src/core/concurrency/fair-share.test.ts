import { describe, expect, it } from 'vitest';
import { createFairShare } from './fair-share.ts';

describe('createFairShare', () => {
  it('gives one peer a third of it, and what comes later room of its own', () => {
    const share = createFairShare(90);
    expect(share.take('greedy', 30)).toBe(true);
    expect(share.take('greedy', 1)).toBe(false);
    expect(share.take('second', 20)).toBe(true);
    expect(share.take('second', 1)).toBe(false);
    expect(share.take('third', 13)).toBe(true);
  });

  it('has room for whoever comes, though others took all they could', () => {
    const share = createFairShare(256_000_000);
    for (let peer = 0; peer < 10; peer += 1) while (share.take(`greedy ${peer}`, 100_000));
    expect(share.take('honest', 1_000_000)).toBe(true);
  });

  it('keeps more free where a peer may have less', () => {
    const share = createFairShare(400, 1 / 4);
    let connections = 0;
    while (share.take('greedy', 1)) connections += 1;
    expect(connections).toBe(80);
  });

  it('takes back what is given', () => {
    const share = createFairShare(90);
    share.take('a', 30);
    share.give('a', 20);
    expect(share.take('a', 21)).toBe(false);
    share.give('a', 10);
    expect(share.take('b', 30)).toBe(true);
  });
});
