import { describe, expect, it } from 'vitest';
import { each, runBulk } from './bulk-run.ts';
import { rangeOf } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const options = (signal = new AbortController().signal, onProgress = (_: number) => {}) => ({ fields: new Map(), signal, onProgress });

describe('what is done to many rows', () => {
  it('tells each row that was refused, with its reason, and does the others', async () => {
    const done: string[] = [];
    const work = each(async (row: string) => {
      if (row === 'b' || row === 'f') throw new Error(row);
      done.push(row);
    });
    const result = await runBulk(work, rows, options());
    expect(done).toEqual(['a', 'c', 'd', 'e', 'g']);
    expect(result).toEqual({
      done: 5,
      refused: [
        { row: 'b', why: new Error('b') },
        { row: 'f', why: new Error('f') },
      ],
      left: [],
    });
  });

  it('counts all rows of a request that fails as a whole as refused, and goes on with the next', async () => {
    const work = {
      atOnce: 3,
      act: async (part: readonly string[]) => {
        if (part.includes('d')) throw new Error('refused');
        return part.map(() => undefined);
      },
    };
    const { done, refused } = await runBulk(work, rows, options());
    expect([done, refused.map(({ row }) => row)]).toEqual([4, ['d', 'e', 'f']]);
  });

  it('stops between two requests, and says what it has not reached', async () => {
    const stop = new AbortController();
    const said: number[] = [];
    const result = await runBulk(
      each(async () => undefined),
      rows,
      options(stop.signal, (handled) => {
        said.push(handled);
        stop.abort();
      }),
    );
    expect({ ...result, said }).toEqual({ done: 4, refused: [], left: ['e', 'f', 'g'], said: [4] });
  });

  it('takes the rows between two, whichever was first, and one alone where the other has left', () => {
    expect(rangeOf(rows, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(rows, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(rows, 'gone', 'd')).toEqual(['d']);
  });
});
