/** What a database knows of a move out of a SQLite file: at most one row of the file that was moved, and one of the database that it went to. */
export interface MoveRow {
  /** The same on both sides. */
  id: string;
  /** `begun` or `left` in the file, `arrived` in the other database. */
  state: string;
  /** Where it goes, without user and password. */
  place: string;
  at: number;
}
