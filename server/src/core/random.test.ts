import { describe, expect, it } from 'vitest';
import { randomText, seededRandom } from './random.ts';

describe('randomText', () => {
  it('has the length and the characters asked for', () => {
    expect(randomText(seededRandom('a'), 'xyz', 200)).toMatch(/^[xyz]{200}$/);
  });

  it('leaves out bytes that would make the first characters likelier', () => {
    const bytes = [255, 248, 247, 0];
    const random = { bytes: (count: number) => Buffer.from(bytes.splice(0, count)) };
    const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    expect(randomText(random, base62, 2)).toBe('9A');
  });
});
