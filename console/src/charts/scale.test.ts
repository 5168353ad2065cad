import { describe, expect, it } from 'vitest';
import { heightOf, topOf } from './scale.ts';

describe('the axis of a chart', () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 10],
    [11, 20],
    [21, 40],
    [41, 50],
    [55, 100],
    [100, 100],
    [101, 200],
    [987_654_321, 1_000_000_000],
  ])('ends for %d at %d', (highest, top) => expect(topOf(highest)).toBe(top));

  it('holds every value, and has a whole number in its middle', () => {
    for (let value = 0; value < 20_000; value += 7) {
      expect(topOf(value)).toBeGreaterThanOrEqual(value);
      expect(topOf(value) % 2).toBe(0);
    }
  });

  it('shows one among millions, and nothing for none', () => {
    expect(heightOf(1, 1_000_000)).toBeGreaterThan(0.01);
    expect(heightOf(0, 10)).toBe(0);
    expect(heightOf(5, 10)).toBe(0.5);
  });
});
