import { groupByBytes } from '../core/group-by-bytes.ts';

/** Letters of the rows that are written at a stretch, and how many there may be. */
const PIECE_LENGTH = 1024 * 1024;
const PIECE_ROWS = 500;
/** What a row counts with at least, so that no piece has more rows. */
const LEAST_LENGTH = Math.floor(PIECE_LENGTH / PIECE_ROWS);

const lengthOf = (row: object): number =>
  Object.values(row).reduce((sum: number, value: unknown) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Cuts rows, by column or in its order, into pieces that are written in little time each: one larger row is a piece of its own. */
export const cutRows = <R extends object>(rows: readonly R[]): R[][] =>
  groupByBytes(rows, { most: PIECE_LENGTH, bytesOf: (row) => Math.max(lengthOf(row), LEAST_LENGTH) });
