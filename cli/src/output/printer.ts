import { describeRecord } from './describe-record.ts';
import { type Columns, createTable, harmless } from './table.ts';
import type { Terminal } from './terminal.ts';

/** How many rows decide the widths of a table. */
const PAGE = 100;

/** Puts answers on stdout: as text for people, or as JSON. */
export interface Printer {
  /** Whether JSON was asked for. */
  readonly json: boolean;
  /** One record; as JSON one document. */
  record(record: object): void;
  /** Rows; as JSON a document a line. */
  list<T extends object>(rows: Iterable<T> | AsyncIterable<T>, columns: Columns<T>): Promise<void>;
  /** A record in words; as JSON the record. */
  result(record: object, words: string): void;
  /** A record of several in words; as JSON a document a line. */
  line(record: object, words: string): void;
  /** An empty line between two answers, for people alone. */
  gap(): void;
  /** A line on stderr, for people alone. */
  note(words: string): void;
}

async function* inPages<T>(rows: Iterable<T> | AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let page: T[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

export function createPrinter({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>, { json }: Pick<Printer, 'json'>): Printer {
  const write = (lines: readonly string[]) => stdout.write(lines.map((line) => `${line}\n`).join(''));
  const writeJson = (records: readonly object[]) => write(records.map((record) => JSON.stringify(record)));
  return {
    json,
    record: (record) => write(json ? [JSON.stringify(record, null, 2)] : describeRecord(record)),
    async list(rows, columns) {
      const table = createTable(columns);
      let empty = true;
      for await (const page of inPages(rows)) {
        empty = false;
        if (json) writeJson(page);
        else write(table.lines(page));
      }
      if (empty && !json) stderr.write('nothing found\n');
    },
    result: (record, words) => write([json ? JSON.stringify(record, null, 2) : harmless(words)]),
    line: (record, words) => write([json ? JSON.stringify(record) : harmless(words)]),
    gap: () => {
      if (!json) write(['']);
    },
    note: (words) => {
      if (!json) stderr.write(`${harmless(words)}\n`);
    },
  };
}
