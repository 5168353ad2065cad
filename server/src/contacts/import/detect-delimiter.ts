import { type Delimiter, delimiters } from '@posthorn/contract';
import { parse } from 'csv-parse/sync';
import { emailColumn, isNamedEmail } from './email-column.ts';

/** A header with the most columns and the longest names is shorter. */
export const HEADER_BYTES = 64 * 1024;

/** The line above the header by which Excel names the delimiter of a file. */
const SEPARATOR = /^\ufeff?"?sep=([^"\r\n])"?[,;\t|]{0,100}(?:\r\n?|\n)/i;
const MOST_SEPARATOR_BYTES = 120;

/** Returns the names of the columns as a delimiter splits them; none if the quotes forbid it. */
function partedBy(delimiter: Delimiter, beginning: Uint8Array): string[] {
  try {
    const options = {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      to: 1,
    };
    // Safe because without `columns` a record is a list of its cells.
    const [header = []] = parse(Buffer.from(beginning), options) as string[][];
    return header.map((name) => name.trim());
  } catch {
    return [];
  }
}

/** Ranks a header: a column `email` ranks above one that may stand for it, then the number of columns counts. */
const rankOf = (header: readonly string[]): number =>
  header.length + (header.some(isNamedEmail) ? 2e6 : emailColumn(header) === -1 ? 0 : 1e6);

/** Returns the delimiter with which the first line of a file reads best as a header; a comma if none is better. */
function bestOf(beginning: Uint8Array): Delimiter {
  const ranked = delimiters.map((delimiter) => ({ delimiter, rank: rankOf(partedBy(delimiter, beginning)) }));
  return ranked.reduce((best, next) => (next.rank > best.rank ? next : best)).delimiter;
}

interface Separation {
  readonly delimiter: Delimiter;
  /** Bytes of the line above the header that names the delimiter; 0 if there is none. */
  readonly skip: number;
}

/** Returns the delimiter that a file names, or the one with which its header reads best. */
export function detectDelimiter(beginning: Uint8Array): Separation {
  const [line, sign] = SEPARATOR.exec(Buffer.from(beginning.subarray(0, MOST_SEPARATOR_BYTES)).toString()) ?? [];
  const skip = Buffer.byteLength(line ?? '');
  return { delimiter: delimiters.find((delimiter) => delimiter === sign) ?? bestOf(beginning.subarray(skip)), skip };
}
