import { limits } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ContactEntry } from '../contact.ts';
import { readContact } from '../read-contact.ts';
import { emailColumn } from './email-column.ts';

/** Returns the cell of a row that holds the address. */
export const emailCell = (header: readonly string[], cells: readonly string[]): string => cells[emailColumn(header)] ?? '';

/** Returns the contact in a row, or the code of the row's fault. An empty cell sets nothing. */
export function readRow(header: readonly string[], cells: readonly string[]): ContactEntry | string {
  // An unquoted comma has shifted what follows.
  if (cells.slice(header.length).some((cell) => cell !== '')) return 'too_many_columns';
  const email = emailColumn(header);
  const address = cells[email] ?? '';
  if (address.length > limits.addressLength) return 'invalid_email';
  const given = header.flatMap((name, column) => (column === email || (cells[column] ?? '') === '' ? [] : [[name, cells[column]]]));
  const entry = readContact({ email: address, attributes: Object.fromEntries(given) });
  return entry instanceof ApiError ? entry.code : entry;
}
