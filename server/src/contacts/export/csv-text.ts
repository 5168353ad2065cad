import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { type Options, stringify as stringifyAll } from 'csv-stringify/sync';
import type { Attributes } from '../attributes.ts';
import type { Contact } from '../contact.ts';

const FIXED = ['id', 'email', 'status', 'created_at', 'updated_at'];
/** A lone carriage return would end a row for whoever takes it for a line ending. */
const FORMAT: Options = { quoted_match: /\r/ };

const cell = (value: Attributes[string] | undefined) => (value === undefined || value === null ? '' : String(value));

const toCells = (contact: Contact, names: readonly string[]) => [
  contact.id,
  contact.email,
  contact.status,
  String(contact.createdAt),
  String(contact.updatedAt),
  ...names.map((name) => (Object.hasOwn(contact.attributes, name) ? cell(contact.attributes[name]) : '')),
];

export const headerText = (names: readonly string[]): string => stringifyAll([[...FIXED, ...names]], FORMAT);

export const rowsText = (contacts: readonly Contact[], names: readonly string[]): string =>
  stringifyAll(
    contacts.map((contact) => toCells(contact, names)),
    FORMAT,
  );

/** Puts a `'` before cells that a spreadsheet would take for a formula. */
export const escapeFormulas = (text: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(text, { objectMode: false }), parse(), stringify({ ...FORMAT, escape_formulas: true }), () => undefined);
