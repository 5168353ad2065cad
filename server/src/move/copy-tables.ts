import { ConfigError } from '../config/config-error.ts';
import { toStorable } from '../core/text/storable.ts';
import { insertMany, type Trx } from '../db/dialect.ts';
import type { StoredRow, TableReader } from '../db/moving/whole-tables.ts';
import type { Schema, TableName } from '../db/schema.ts';
import { copiedTables } from './move-rules.ts';
import { awaitRows, countRows } from './target-store.ts';

/** Pages that may be under way: they are sent without waiting for answers, and kept until those come. */
const PAGES_UNDER_WAY = 8;
const ROWS_A_LINE = 100_000;

export interface CopyParts {
  readonly reader: TableReader;
  readonly trx: Trx;
  /** Told how far it has come. */
  say(line: string): void;
}

/** Returns a number with commas between its thousands. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Values written by servers of early versions that the other engine refuses. */
function toStorableRow(row: StoredRow): StoredRow {
  const isStorable = Object.values(row).every((value) => typeof value !== 'string' || !value.includes('\u0000'));
  if (isStorable) return row;
  const values = Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? toStorable(value) : value] as const);
  return Object.fromEntries(values);
}

/** Errors of the other engine about a value or row that it refuses (SQLSTATE, classes 22 and 23). */
const isOfRow = (error: unknown): error is Error => error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code));

async function copyTable<T extends TableName>({ reader, trx, say }: CopyParts, table: T): Promise<number> {
  const total = reader.count(table);
  let [done, pages] = [0, 0];
  for (const page of reader.pages(table)) {
    // Safe because the rows of a table are the same on both engines.
    await insertMany(trx, table, page.map(toStorableRow) as unknown as readonly Schema[T][]);
    const before = done;
    [done, pages] = [done + page.length, pages + 1];
    if (pages % PAGES_UNDER_WAY === 0) await awaitRows(trx);
    if (Math.floor(before / ROWS_A_LINE) < Math.floor(done / ROWS_A_LINE))
      say(`${table}: ${formatCount(done)} of ${formatCount(total)} rows`);
  }
  const arrived = await countRows(trx, table);
  if (arrived !== total) throw new Error(`${table} has ${total} rows in the file, and ${arrived} arrived`);
  return total;
}

/** Copies all rows of all tables that are copied, and holds their counts against each other; returns how many rows they are. */
export async function copyTables(parts: CopyParts): Promise<number> {
  let rows = 0;
  for (const table of copiedTables)
    rows += await copyTable(parts, table).catch((error) => {
      if (!isOfRow(error)) throw error;
      throw new ConfigError(`DATABASE_URL: a row of ${table} is not taken by PostgreSQL: ${error.message}; nothing was moved`);
    });
  return rows;
}
