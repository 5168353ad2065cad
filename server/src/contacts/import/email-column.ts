import { emailColumns } from '@posthorn/contract';

const plain = (name: string): string => name.trim().toLowerCase();

/** Whether a column has the name `email`, whatever the case of its letters and the space around it. */
export const isNamedEmail = (name: string): boolean => plain(name) === emailColumns[0];

/** Returns the place of the column that holds the addresses, the first of its name; -1 where there is none. */
export function emailColumn(header: readonly string[]): number {
  const places = emailColumns.map((wanted) => header.findIndex((name) => plain(name) === wanted));
  return places.find((place) => place !== -1) ?? -1;
}
