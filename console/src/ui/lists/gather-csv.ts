import type { Pages } from '../../api/lists.ts';
import { rowsToCsv, writeRow } from './write-csv.ts';

/** The most rows of a file: the browser has to hold them. */
export const MOST_ROWS = 50_000;

interface CsvFile {
  readonly parts: readonly string[];
  readonly rows: number;
  /** Whether there were more. */
  readonly isCut: boolean;
}

/** Returns all pages as lines, up to the limit. */
export async function gatherCsv<T extends object>(
  { load }: Pages<T>,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<CsvFile> {
  const parts: string[] = [];
  let names: readonly string[] = [];
  let found = 0;
  let cursor: string | number | undefined;
  do {
    const page = await load(cursor, signal);
    const [first] = page.data;
    if (first !== undefined && parts.length === 0) {
      names = Object.keys(first);
      parts.push(writeRow(names));
    }
    parts.push(rowsToCsv(names, page.data.slice(0, MOST_ROWS - found)));
    found += page.data.length;
    onRows(Math.min(MOST_ROWS, found));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && found < MOST_ROWS);
  return { parts, rows: Math.min(MOST_ROWS, found), isCut: cursor !== undefined || found > MOST_ROWS };
}
