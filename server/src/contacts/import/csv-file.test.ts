import type { Delimiter } from '@posthorn/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { lookThrough, readRows } from './csv-file.ts';

async function* inChunks(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const look = (content: string | Buffer, size = 7) => lookThrough(inChunks(Buffer.from(content), size));

async function readFrom(content: string, { from, delimiter, size = 7 }: { from: number; delimiter: Delimiter; size?: number }) {
  const rows = [];
  for await (const row of readRows(inChunks(Buffer.from(content).subarray(from), size), delimiter)) rows.push(row);
  return rows;
}

/** Reads every row in a series of runs that stop after one row each. */
async function readInRuns(content: string): Promise<readonly string[][]> {
  const layout = await look(content);
  if ('fault' in layout) throw new Error(layout.fault);
  const rows: string[][] = [];
  for (let at = layout.firstByte; rows.length < layout.rows; ) {
    const [next] = await readFrom(content, { from: at, delimiter: layout.delimiter });
    if (next === undefined) throw new Error('a row is missing');
    rows.push([...next.cells]);
    at += next.end;
  }
  return rows;
}

describe('a file', () => {
  it('has no error made for each row that is shorter than its header', async () => {
    const made = vi.spyOn(Error, 'captureStackTrace');
    expect(await look(`email,name\n${'x\n'.repeat(1000)}`, 1000)).toMatchObject({ rows: 1000 });
    expect(made.mock.calls.length).toBeLessThan(10);
    made.mockRestore();
  });

  it.each([
    ['of commas alone', ','.repeat(100_000), Array(102).fill('')],
    ['of empty cells in quotes', 'a,""'.concat(',""'.repeat(100_000)), ['a', ...Array(101).fill('')]],
    ['with something past them', `a${','.repeat(50_000)}x${',y'.repeat(50_000)}`, ['a', ...Array(100).fill(''), 'x']],
    ['with something at once', Array(100_000).fill('x').join(','), Array(102).fill('x')],
  ])('has one cell of a row kept past 101, a row %s', async (_what, row, cells) => {
    const content = `email,n\n${row}\nb@b.c,Bob\n`;
    expect(await look(content, 10_000)).toMatchObject({ rows: 2 });
    expect(await readFrom(content, { from: 8, delimiter: ',', size: 10_000 })).toEqual([
      { cells, end: row.length + 1 },
      { cells: ['b@b.c', 'Bob'], end: row.length + 11 },
    ]);
  });

  it.each([
    ['as it is', 'x'.repeat(1_000_000)],
    ['in quotes', `"${'""x'.repeat(400_000)}"`],
  ])('has no more than the beginning of a cell kept that is too long, %s', async (_what, cell) => {
    const row = `a@b.c,${cell},end`;
    const content = `email,n,m\n${row}\nb@b.c,Bob,\n`;
    expect(await look(content, 10_000)).toMatchObject({ rows: 2 });
    const [long, next] = await readFrom(content, { from: 10, delimiter: ',', size: 10_000 });
    expect(long).toMatchObject({ cells: ['a@b.c', expect.any(String), 'end'], end: row.length + 1 });
    expect(long?.cells[1]?.length).toBeGreaterThan(64_000);
    expect(long?.cells[1]?.length).toBeLessThan(128_000);
    expect(next?.cells).toEqual(['b@b.c', 'Bob', '']);
  });

  it('has no more than that quoted where a quote in it is a fault', async () => {
    const written = vi.spyOn(JSON, 'stringify');
    expect(await look(`email\n${'\u0001'.repeat(1_000_000)}"\n`, 10_000)).toMatchObject({ fault: 'invalid_csv' });
    const lengths = written.mock.results.map(({ value }) => String(value).length);
    written.mockRestore();
    expect(lengths.length).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThan(600_000);
  });

  it.each([
    ['too_many_columns', `email${','.repeat(100_000)}\n`],
    ['too_many_columns', `${','.repeat(101)}email\n`],
    ['missing_email_column', `${','.repeat(100)}\n`],
  ])('is refused as %s where its header has nothing but commas', async (fault, content) => {
    expect(await look(content, 10_000)).toMatchObject({ fault });
  });

  it.each([
    ['with line feeds', 'email,name\na@b.c,Ann\nb@b.c,Bob\n'],
    ['without an end of its last line', 'email,name\na@b.c,Ann\nb@b.c,Bob'],
    ['with carriage returns and line feeds', 'email,name\r\na@b.c,Ann\r\nb@b.c,Bob\r\n'],
    ['with carriage returns alone', 'email,name\ra@b.c,Ann\rb@b.c,Bob'],
    ['with all three', 'email,name\r\na@b.c,Ann\nb@b.c,Bob\r'],
    ['with a byte order mark', '\ufeffemail,name\na@b.c,Ann\nb@b.c,Bob'],
    ['with quotes', '"email","name"\n"a@b.c","Ann"\nb@b.c,"Bob"'],
    ['whose first line names its delimiter', 'sep=;\r\nemail;name\r\na@b.c;Ann\r\nb@b.c;Bob\r\n'],
    ['that names another than its header would tell', 'sep=|\nemail|name\na@b.c|Ann\nb@b.c|Bob\n'],
    ['that names its delimiter behind a byte order mark, in quotes and capitals', '\ufeff"SEP=,"\nemail,name\na@b.c,Ann\nb@b.c,Bob'],
    ['that names its delimiter in a row of cells', 'sep=;;;\nemail;name\na@b.c;Ann\nb@b.c;Bob'],
    ['that names one that nothing is parted by here', 'sep=^\nemail,name\na@b.c,Ann\nb@b.c,Bob'],
    ['with empty lines', '\n\nemail,name\n\r\n\na@b.c,Ann\n\nb@b.c,Bob\n\n\n'],
  ])('%s has its rows', async (_what, content) => {
    expect(await look(content)).toMatchObject({ header: ['email', 'name'], rows: 2 });
    expect(await readInRuns(content)).toEqual([
      ['a@b.c', 'Ann'],
      ['b@b.c', 'Bob'],
    ]);
  });

  it('keeps line endings, commas and doubled quotes within quotes', async () => {
    expect(await readInRuns('email,note\na@b.c,"x,\r\n""y""\n"\n"b@b.c",""\n')).toEqual([
      ['a@b.c', 'x,\r\n"y"\n'],
      ['b@b.c', ''],
    ]);
  });

  it('is told its delimiter by its first line, whatever the header looks like', async () => {
    expect(await look('sep=;\nemail;a,b,c,d\nx@b.c;1\n')).toMatchObject({ header: ['email', 'a,b,c,d'], delimiter: ';', rows: 1 });
    expect(await look('sep=;')).toMatchObject({ fault: 'missing_email_column' });
  });

  it('has a byte order mark at its beginning alone: in a row it is text, wherever the reading begins', async () => {
    expect(await readInRuns('\ufeffemail,n\n\ufeff\n\ufeffa@b.c,1\nx,\ufeff\n')).toEqual([
      ['\ufeff'],
      ['\ufeffa@b.c', '1'],
      ['x', '\ufeff'],
    ]);
  });

  it('keeps rows of other lengths than the header', async () => {
    expect(await readInRuns('email,a,b\nx\ny,1\nz,1,2,3\n')).toEqual([['x'], ['y', '1'], ['z', '1', '2', '3']]);
  });

  it('has trimmed column names, an email column in any case, and cells as they are', async () => {
    expect(await look(' E-Mail , EMAIL\t, Name \n')).toEqual({
      header: ['E-Mail', 'EMAIL', 'Name'],
      delimiter: ',',
      firstByte: 24,
      rows: 0,
    });
    expect(await readInRuns('email\n a@b.c \n')).toEqual([[' a@b.c ']]);
  });

  it('may have 101 columns', async () => {
    const header = ['email', ...Array.from({ length: 100 }, (_, n) => `c${n}`)];
    expect(await look(`${header.join(',')}\n`)).toMatchObject({ header });
  });

  it.each([
    ['missing_email_column', 'address,name\na,b\n', ['address', 'name']],
    ['missing_email_column', 'a@b.c\n', ['a@b.c']],
    ['missing_email_column', 'Name; city\nAnn;Ulm\n', ['Name', 'city']],
    ['missing_email_column', `${'x'.repeat(300_000)}\n`, ['x'.repeat(100)]],
    ['missing_email_column', '\ufeff\n\n', []],
    ['too_many_columns', `email${',x'.repeat(101)}\n`, null],
    ['invalid_csv', 'email,name\na@b.c,"Ann\n', null],
    ['invalid_csv', 'email,name\na@b.c,An"n\n', null],
    ['invalid_csv', 'email,name\na@b.c,"Ann"x\n', null],
    ['invalid_csv', '"email,name\na@b.c,Ann\n', null],
  ])('is refused as %s: %j', async (fault, content, header) => {
    expect(await look(content)).toEqual({ fault, header });
  });

  it.each([
    [';', 'email;name\na@b.c;"Ann, A"\n'],
    ['\t', 'email\tname\na@b.c\t"Ann, A"\n'],
    ['|', '\ufeff"email"|"name"\r\na@b.c|"Ann, A"\r\n'],
    [',', 'email,name\na@b.c,"Ann, A"\n'],
  ])('has its cells parted by %j, as its header says', async (delimiter, content) => {
    expect(await look(content)).toMatchObject({ header: ['email', 'name'], delimiter, rows: 1 });
    expect(await readInRuns(content)).toEqual([['a@b.c', 'Ann, A']]);
  });

  it.each([
    [',', 'email,a;b;c\n'],
    [';', 'a,b,c;email\n'],
    [';', 'e-mail;email\n'],
    [',', '"email; of yours",email\n'],
    [',', 'email\n'],
    [',', `email,${'é'.repeat(60_000)};x\n`],
  ])('is read by %j where other signs are in the names: %j', async (delimiter, content) => {
    expect(await look(content, 10_000)).toMatchObject({ delimiter });
  });

  it.each([
    ['Latin-1', Buffer.from('email,name\na@b.c,J\u00f6rg\n', 'latin1')],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffemail\na@b.c\n', 'utf16le')],
    ['UTF-16', Buffer.from('email\na@b.c\n', 'utf16le')],
    ['U+0000', Buffer.from('email,name\na@b.c,x\u0000\n')],
    ['a character that is cut off', Buffer.from('email\na@b.c\n\u20ac').subarray(0, -1)],
  ])('is refused as invalid_encoding: %s', async (_what, content) => {
    for (const size of [1, 7, 1000]) expect(await look(content, size)).toEqual({ fault: 'invalid_encoding', header: null });
  });

  it('tells a fault of the store from one of the file', async () => {
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Buffer.from('email\n');
      throw new Error('away');
    }
    await expect(lookThrough(broken())).rejects.toThrow('away');
  });

  it('has the same rows in whatever pieces it comes and from whichever row it is read on', async () => {
    const text = fc.stringMatching(/^[a-zäß€😀 ,"\r\n']{0,8}$/u);
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const ending = fc.constantFrom('\n', '\r\n', '\r');
    const rows = fc.array(fc.tuple(fc.array(text, { minLength: 1, maxLength: 4 }), ending), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (given, size, mark) => {
        const lines = given.map(([cells, end]) => cells.map(quoted).join(',') + end);
        const content = `${mark ? '\ufeff' : ''}email,n\n${lines.join('')}`;
        expect(await look(content, size)).toMatchObject({ rows: given.length });
        expect(await readInRuns(content)).toEqual(given.map(([cells]) => cells));
      }),
    );
  });
});
