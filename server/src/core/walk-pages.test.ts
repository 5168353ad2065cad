import { describe, expect, it } from 'vitest';
import { walkPages } from './walk-pages.ts';

async function walk(count: number, limit: number) {
  const asked: number[] = [];
  const pages: number[][] = [];
  const read = async ({ after, limit: most }: { after: number; limit: number }) => {
    asked.push(after);
    return Array.from({ length: Math.min(most, count - after) }, (_, index) => after + index + 1);
  };
  for await (const page of walkPages({ first: 0, limit }, read)) pages.push(page);
  return { asked, pages };
}

describe('a walk over pages', () => {
  it('ends with the first that is not full', async () => {
    expect(await walk(5, 2)).toEqual({ asked: [0, 2, 4], pages: [[1, 2], [3, 4], [5]] });
  });

  it('asks once more where the last is full, and yields no empty one', async () => {
    expect(await walk(4, 2)).toEqual({
      asked: [0, 2, 4],
      pages: [
        [1, 2],
        [3, 4],
      ],
    });
    expect(await walk(0, 2)).toEqual({ asked: [0], pages: [] });
  });

  it('asks for no page before the one before has been worked on', async () => {
    const order: string[] = [];
    const read = async ({ after }: { after: number; limit: number }) => {
      order.push(`asks ${after}`);
      return after < 2 ? [after + 1] : [];
    };
    for await (const [row] of walkPages({ first: 0, limit: 1 }, read)) order.push(`has ${row}`);
    expect(order).toEqual(['asks 0', 'has 1', 'asks 1', 'has 2', 'asks 2']);
  });
});
