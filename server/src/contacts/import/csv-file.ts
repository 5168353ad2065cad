import { pipeline, Readable } from 'node:stream';
import { type Delimiter, limits } from '@posthorn/contract';
import { CsvError, type InfoRecord, type Options, type Parser, parse } from 'csv-parse';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { cutText } from '../../core/text/characters.ts';
import { detectDelimiter, HEADER_BYTES } from './detect-delimiter.ts';
import { emailColumn } from './email-column.ts';

/** RFC 4180 with any line ending; empty lines are skipped. */
const FORMAT: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/** Why a file cannot be read. */
export type FileFault = 'missing_email_column' | 'invalid_csv' | 'invalid_encoding' | 'too_many_columns';

/** The result of examining a file. */
export interface FileLayout {
  /** Names of the columns, trimmed. */
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  /** Where the rows after the header begin. */
  readonly firstByte: number;
  readonly rows: number;
}

/** A file that cannot be used. */
export interface FileRefusal {
  readonly fault: FileFault;
  /** Names of the columns, if they could be read. */
  readonly header: readonly string[] | null;
}

class NotText extends Error {}

const SLICE_BYTES = 64 * 1024;

/** Yields small pieces with pauses between them: a file that is available at once must not block everybody's requests. */
async function* inSlices(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      yield chunk.subarray(start, start + SLICE_BYTES);
      await yieldTurns(1);
    }
  }
}

/** Passes on bytes that are UTF-8 without U+0000, which databases refuse and other encodings are full of. */
async function* asText(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new NotText('not UTF-8', { cause });
    }
  };
  for await (const chunk of content) {
    if (chunk.includes(0)) throw new NotText('U+0000');
    check(chunk);
    yield chunk;
  }
  check();
}

/** The bytes of the cell being read. */
interface CellBytes {
  readonly size: number;
  length: number;
  /** Called for the first byte past `size`, which is dropped unless `size` has grown by then. */
  resize(): void;
}

/** The parts used of the library's parser for rows. */
interface RowParser {
  readonly state: { readonly record: string[]; readonly field: CellBytes };
  /** Ends a cell. */
  __onField(): unknown;
  __resetField(): void;
}

/**
 * Keeps at most one cell past the column limit, the first that is not empty: ten million cells of one row took 400 MB. A row with too
 * many cells still has too many.
 */
function limitCells(api: RowParser): void {
  const endCell = api.__onField.bind(api);
  api.__onField = () => {
    const { record, field } = api.state;
    if (record.length > limits.importColumns) {
      if (field.length === 0 || record.at(-1) !== '') return api.__resetField();
      record.pop();
    }
    return endCell();
  };
}

/**
 * Allows rows of any length. The library creates an error for each row whose length differs from the first, with a stack and a copy of
 * its state, even where that is allowed: 400 KB of short rows took 9 s.
 */
function allowAnyLength({ state }: RowParser): void {
  Object.defineProperty(state, 'expectedRecordLength', { get: () => state.record.length, set: () => undefined });
}

/** Sixteen times the limit of an attribute: a cell that is cut off here is too long whatever follows. */
const CELL_BYTES = 64 * 1024;

/**
 * Keeps little more than the first 64 KiB of a cell. The library quotes a cell with a misplaced quote three times over: one cell of 10 MB
 * blocked the event loop for a quarter of a second.
 */
function limitCellBytes({ state: { field } }: RowParser): void {
  const grow = field.resize.bind(field);
  field.resize = () => {
    if (field.size < CELL_BYTES) grow();
    else field.length = field.size;
  };
}

function createParser(options: Options): Parser {
  const parser = parse({ ...FORMAT, ...options });
  // Safe because tests count the errors created and the cells and bytes kept: a version with other internals fails them.
  const { api } = parser as unknown as { readonly api: RowParser };
  allowAnyLength(api);
  limitCells(api);
  limitCellBytes(api);
  return parser;
}

function open(content: AsyncIterable<Uint8Array>, options: Options) {
  // Each end closes the other; the reader gets the error.
  return pipeline(Readable.from(inSlices(content), { objectMode: false }), createParser(options), () => undefined);
}

/** Returns the beginning of a file, and the whole file, which can be read once. */
async function takeBeginning(content: AsyncIterable<Uint8Array>) {
  const iterator = content[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  for (let size = 0; size < HEADER_BYTES; ) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    taken.push(value);
    size += value.length;
  }
  async function* whole(): AsyncIterable<Uint8Array> {
    yield* taken;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { beginning: Buffer.concat(taken).subarray(0, HEADER_BYTES), whole: whole() };
}

function readHeader(cells: readonly string[] = []): readonly string[] | FileRefusal {
  if (cells.length > limits.importColumns) return { fault: 'too_many_columns', header: null };
  const header = cells.map((cell) => cell.trim());
  if (emailColumn(header) !== -1) return header;
  return { fault: 'missing_email_column', header: header.map((name) => cutText(name, limits.attributeNameLength)) };
}

/** Reads a whole file, so that a file with a fault anywhere is refused before any of its rows is used. */
export async function lookThrough(content: AsyncIterable<Uint8Array>): Promise<FileLayout | FileRefusal> {
  const { beginning, whole } = await takeBeginning(content);
  const { delimiter, skip } = detectDelimiter(beginning);
  let cells: string[] | undefined;
  let firstByte = 0;
  let rows = -1;
  const note = (record: string[], { bytes }: InfoRecord) => {
    // That is the line by which the file names its delimiter.
    if (bytes <= skip) return null;
    rows += 1;
    if (rows > 0) return null;
    cells = record;
    firstByte = bytes;
    return null;
  };
  try {
    for await (const _ of open(asText(whole), { bom: true, delimiter, on_record: note }));
  } catch (error) {
    if (error instanceof NotText) return { fault: 'invalid_encoding', header: null };
    if (error instanceof CsvError) return { fault: 'invalid_csv', header: null };
    throw error;
  }
  const header = readHeader(cells);
  return 'fault' in header ? header : { header, delimiter, firstByte, rows };
}

/** A row of a file that was examined. */
export interface FileRow {
  readonly cells: readonly string[];
  /** Where in the file it ends, counted from where the reading began. */
  readonly end: number;
}

/** Reads rows, starting at the beginning of one. */
export async function* readRows(content: AsyncIterable<Uint8Array>, delimiter: Delimiter): AsyncGenerator<FileRow, void, undefined> {
  for await (const { record, info } of open(content, { delimiter, info: true })) yield { cells: record, end: info.bytes };
}
