import { describe, expect, it } from 'vitest';
import { gatherCsv, MOST_ROWS } from './gather-csv.ts';
import { rowsToCsv, writeRow } from './write-csv.ts';

describe('a list as CSV', () => {
  it('writes what is flat as it is, times as ISO 8601, and the rest as JSON', () => {
    const row = { id: 'a', created_at: 0, sent_at: null, many: 3, yes: true, to: ['a@b.c', 'd@e.f'], tags: { order: '1' }, of: [{ a: 1 }] };
    expect(rowsToCsv(Object.keys(row), [row])).toBe(
      'a,1970-01-01T00:00:00.000Z,,3,true,"a@b.c, d@e.f","{""order"":""1""}","[{""a"":1}]"\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('has no spreadsheet take %j for a formula', (name) => {
    expect(rowsToCsv(['name'], [{ name }])).toBe(writeRow([`'${name}`]));
  });

  it('quotes commas, quotes and line ends', () => {
    expect(writeRow(['a,b', 'say "x"', 'two\nlines', 'plain'])).toBe('"a,b","say ""x""","two\nlines",plain\r\n');
  });

  const pagesOf = (pages: number, rows: number) => ({
    name: 'things',
    load: async (cursor: string | number | undefined) => {
      const at = Number(cursor ?? 0);
      return { data: Array.from({ length: rows }, (_, row) => ({ n: at * rows + row })), next_cursor: at + 1 < pages ? at + 1 : null };
    },
  });

  it('goes through all pages, and tells how far it is', async () => {
    const said: number[] = [];
    const { parts, ...rest } = await gatherCsv(pagesOf(3, 2), new AbortController().signal, (rows) => said.push(rows));
    expect({ text: parts.join(''), ...rest, said }).toEqual({
      text: 'n\r\n0\r\n1\r\n2\r\n3\r\n4\r\n5\r\n',
      rows: 6,
      isCut: false,
      said: [2, 4, 6],
    });
  });

  it('ends at the bound, and says that there is more', async () => {
    const { parts, rows, isCut } = await gatherCsv(pagesOf(2, MOST_ROWS - 1), new AbortController().signal, () => {});
    expect([rows, isCut, parts.join('').split('\r\n').length]).toEqual([MOST_ROWS, true, MOST_ROWS + 2]);
  });
});
