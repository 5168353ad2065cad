import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../../tests/support/random/seeded-random.ts';
import { createSystemRandom, randomText } from './random.ts';

describe('randomText', () => {
  it('has the length and the characters asked for', () => {
    expect(randomText(createSeededRandom('a'), 'xyz', 200)).toMatch(/^[xyz]{200}$/);
  });

  it('leaves out bytes that would make the first characters likelier', () => {
    const bytes = [255, 248, 247, 0];
    const random = { bytes: (count: number) => Buffer.from(bytes.splice(0, count)) };
    const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    expect(randomText(random, base62, 2)).toBe('9A');
  });
});

describe('the random bytes of the system', () => {
  it('are as many as asked for, and never the same', () => {
    const random = createSystemRandom();
    const counts = Array.from({ length: 2000 }, (_, index) => 8 + (index % 80));
    const taken = counts.map((count) => random.bytes(count));
    expect(taken.map(({ length }) => length)).toEqual(counts);
    expect(new Set(taken.map((bytes) => bytes.toString('hex', 0, 8))).size).toBe(counts.length);
  });

  it('stay what they were when more are taken', () => {
    const random = createSystemRandom();
    const first = random.bytes(12);
    const text = first.toString('hex');
    for (let count = 0; count < 1000; count += 1) random.bytes(12).fill(0);
    expect(first.toString('hex')).toBe(text);
  });
});
