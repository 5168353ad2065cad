import type { Delimiter } from '@posthorn/contract';
import { readCsv } from './read-csv.ts';

/** Those of the contract, whose code is not loaded here; a test compares them. */
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
export const EMAIL_COLUMNS: readonly string[] = ['email', 'e-mail', 'email address', 'mail'];

export const isAddressName = (name: string): boolean => EMAIL_COLUMNS.includes(name.trim().toLowerCase());

const headerOf = (text: string, delimiter: Delimiter): readonly string[] => readCsv(text, delimiter).next().value ?? [];

/** Returns the delimiter with which the first line reads best: a column of addresses counts before most columns. */
export function detectDelimiter(text: string): Delimiter {
  const beginning = text.slice(0, 65_536);
  const rankOf = (delimiter: Delimiter) => {
    const header = headerOf(beginning, delimiter);
    return header.length + (header.some(isAddressName) ? 1e6 : 0);
  };
  return DELIMITERS.reduce((best, next) => (rankOf(next) > rankOf(best) ? next : best));
}
