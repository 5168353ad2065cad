import { groupByBytes } from '../core/group-by-bytes.ts';

/** The most letters, and rows, of a piece that is written at a stretch. */
const PIECE_LENGTH = 1024 * 1024;
const PIECE_ROWS = 500;
/** Letters that a row counts with at least, so that no piece has more rows. */
const LEAST_LENGTH = Math.floor(PIECE_LENGTH / PIECE_ROWS);

const lengthOf = (row: object): number =>
  Object.values(row).reduce((sum: number, value: unknown) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Cuts rows, given by column name or in the order of the columns, into pieces of at most 1 Mi letters and 500 rows, which take little time each to write. A larger row is a piece of its own. */
export const cutRows = <R extends object>(rows: readonly R[]): R[][] =>
  groupByBytes(rows, { most: PIECE_LENGTH, bytesOf: (row) => Math.max(lengthOf(row), LEAST_LENGTH) });
