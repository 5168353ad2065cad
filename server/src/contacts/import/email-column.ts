import { emailColumns } from '@posthorn/contract';

const plain = (name: string): string => name.trim().toLowerCase();

/** Returns whether a column is named `email`, ignoring case and surrounding space. */
export const isNamedEmail = (name: string): boolean => plain(name) === emailColumns[0];

/** Returns the position of the first column that holds the addresses; -1 if there is none. */
export function emailColumn(header: readonly string[]): number {
  const places = emailColumns.map((wanted) => header.findIndex((name) => plain(name) === wanted));
  return places.find((place) => place !== -1) ?? -1;
}
