import Database from 'better-sqlite3';
import type { TableName } from '../schema.ts';
import { quoted } from '../statement-text.ts';

/** Limits of a page in bytes and rows; a single row may be larger. */
const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS = 500;

export type StoredRow = Readonly<Record<string, string | number | Buffer | null>>;

/** Reads whole tables of a file that nobody writes. */
export interface TableReader {
  has(table: TableName): boolean;
  count(table: TableName): number;
  /** Returns all rows in pages of at most 500 rows and 1 MiB; a larger row is a page of its own. One table at a time. */
  pages(table: TableName): IterableIterator<readonly StoredRow[]>;
  close(): void;
}

const bytesOf = (row: StoredRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (value === null || typeof value === 'number' ? 0 : value.length), 0);

function* inPages(rows: IterableIterator<StoredRow>): IterableIterator<readonly StoredRow[]> {
  let [page, size]: [StoredRow[], number] = [[], 0];
  for (const row of rows) {
    const bytes = bytesOf(row);
    if (page.length === PAGE_ROWS || (page.length > 0 && size + bytes > PAGE_BYTES)) {
      yield page;
      [page, size] = [[], 0];
    }
    page.push(row);
    size += bytes;
  }
  if (page.length > 0) yield page;
}

/** Opens its own connection, while others may read the same file. */
export function openTableReader(file: string): TableReader {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  return {
    has: (table) => database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table) !== undefined,
    count: (table) =>
      Number(
        database
          .prepare(`select count(*) from ${quoted([table])}`)
          .pluck()
          .get(),
      ),
    // Safe because the columns of our tables have only these types of values.
    pages: (table) => inPages(database.prepare(`select * from ${quoted([table])}`).iterate() as IterableIterator<StoredRow>),
    close: () => void database.close(),
  };
}
