export type Cell = string | number | boolean | null | undefined;

/** The titles of columns, and what each of them shows of a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

const GAP = '  ';

const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces the characters of a text that would control the terminal or reverse the line. */
export const harmless = (text: string): string => text.replaceAll(STEERING, '\ufffd');

const textOf = (cell: Cell): string =>
  cell === null || cell === undefined || cell === '' ? '-' : harmless(String(cell)).replaceAll(/\s/g, ' ');

/** Creates a table whose first lines are its titles and whose first rows decide the widths. */
export function createTable<T>(columns: Columns<T>) {
  let widths: readonly number[] | undefined;
  const titles = Object.keys(columns).map((title) => title.toUpperCase());
  const lineOf = (cells: readonly string[], to: readonly number[]) =>
    cells
      .map((cell, at) => cell.padEnd(to[at] ?? 0))
      .join(GAP)
      .trimEnd();
  return {
    /** Returns the lines of further rows. */
    lines(rows: readonly T[]): string[] {
      const body = rows.map((row) => Object.values(columns).map((show) => textOf(show(row))));
      const first = widths === undefined;
      widths ??= titles.map((title, at) => Math.max(title.length, ...body.map((cells) => cells[at]?.length ?? 0)));
      const to = widths;
      return [...(first ? [titles] : []), ...body].map((cells) => lineOf(cells, to));
    },
  };
}
