import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Attributes } from '../attributes.ts';
import type { Contact } from '../contact.ts';

const FIXED = ['id', 'email', 'status', 'created_at', 'updated_at'];
/** RFC 4180, section 2, and a lone carriage return, which some programs read as a line ending. */
const NEEDS_QUOTES = /[",\r\n]/;
/** Beginnings of a cell that spreadsheets read as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const quote = (cell: string) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
/** Returns cells as a line of CSV. */
export const toLine = (cells: readonly string[]) => `${cells.map(quote).join(',')}\n`;
const toCell = (value: Attributes[string] | undefined) => (value === undefined || value === null ? '' : String(value));

const toCells = ({ id, email, status, createdAt, updatedAt, attributes }: Contact, names: readonly string[]) => [
  id,
  email,
  status,
  String(createdAt),
  String(updatedAt),
  ...names.map((name) => (Object.hasOwn(attributes, name) ? toCell(attributes[name]) : '')),
];

export const headerText = (names: readonly string[]): string => toLine([...FIXED, ...names]);

export const rowsText = (contacts: readonly Contact[], names: readonly string[]): string =>
  contacts.map((contact) => toLine(toCells(contact, names))).join('');

const CHUNK_LENGTH = 64 * 1024;

/** Puts a `'` before cells that a spreadsheet would read as a formula. */
export async function* escapeFormulas(text: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const rows: AsyncIterable<string[]> = pipeline(Readable.from(text, { objectMode: false }), parse(), () => undefined);
  let lines = '';
  for await (const cells of rows) {
    lines += toLine(cells.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell)));
    if (lines.length < CHUNK_LENGTH) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  yield Buffer.from(lines);
}
