export type Cell = string | number | boolean | null | undefined;

/** Titles of columns, and what each shows of a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

const GAP = '  ';

const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from elsewhere must neither steer the terminal nor turn the line around. */
export const harmless = (text: string): string => text.replaceAll(STEERING, '\ufffd');

const textOf = (cell: Cell): string =>
  cell === null || cell === undefined || cell === '' ? '-' : harmless(String(cell)).replaceAll(/\s/g, ' ');

/** Lines of a table, its titles first; rows that come later keep the widths. */
export function createTable<T>(columns: Columns<T>) {
  let widths: readonly number[] | undefined;
  const titles = Object.keys(columns).map((title) => title.toUpperCase());
  const lineOf = (cells: readonly string[], to: readonly number[]) =>
    cells
      .map((cell, at) => cell.padEnd(to[at] ?? 0))
      .join(GAP)
      .trimEnd();
  return {
    /** The lines of some more rows. */
    lines(rows: readonly T[]): string[] {
      const body = rows.map((row) => Object.values(columns).map((show) => textOf(show(row))));
      const first = widths === undefined;
      widths ??= titles.map((title, at) => Math.max(title.length, ...body.map((cells) => cells[at]?.length ?? 0)));
      const to = widths;
      return [...(first ? [titles] : []), ...body].map((cells) => lineOf(cells, to));
    },
  };
}
