import { type SqlBool, sql } from 'kysely';
import { cutRows } from '../cut-rows.ts';
import type { Engine, Trx, ValueRow } from '../engine.ts';
import { addTail, codeOf, insertHead } from '../statement-text.ts';
import { addPlaces, eventPlaces, placeEvents } from './event-places.ts';
import { sqliteFilters } from './filters.ts';

const SQLITE_UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)(?:_|$)/;

/** Name of the function with which a scan asks regularly whether to continue. */
export const WITHIN_SCAN_TIME = 'within_scan_time';
export const ROWS_A_QUESTION = 64;

const insertText = (table: string, columns: readonly string[]) =>
  `${insertHead(table, columns)} values (${columns.map(() => '?').join(', ')})`;

/** Runs an insert for each row, given its columns. */
async function insertEach(trx: Trx, rows: readonly object[], write: (columns: readonly string[]) => string): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const query = sql.raw(write(columns));
  const values = rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  // One call for many rows: see sqlite-statements.ts.
  for (const parameters of cutRows(values)) await trx.executeQuery({ ...query.compile(trx), parameters });
}

export const sqliteEngine: Engine = {
  types: {
    key: sql`text`,
    bytes: sql`blob`,
    writers: 'one',
    searchable: () => [],
    places: addPlaces,
    // It changes rows in place.
    filledTo: () => [],
    partitioned: async () => undefined,
  },
  filters: sqliteFilters,
  // Called for some of the rows, since the call takes longer than reading one.
  withinScanTime: (row) => sql<SqlBool>`(${row} % ${sql.lit(ROWS_A_QUESTION)} <> 0 or ${sql.raw(WITHIN_SCAN_TIME)}(${row}) = 1)`,
  // With one transaction at a time nothing needs a lock, but the clause is kept as on PostgreSQL.
  lockRows: (mode, table) => sql.raw(`/* for update of "${table}"${mode === 'skip' ? ' skip locked' : ''} */`),
  lockInOrder: async () => undefined,
  isMadeSince: () => sql<SqlBool>`true`,
  isTrueIn: (column, key) => sql<SqlBool>`(${column} -> ${sql.lit(key)} is 'true')`,
  jsonText: (column, key) => sql<string | null>`(${column} ->> ${sql.lit(key)})`,
  holdsText: (text, part) => sql<SqlBool>`instr(${text}, ${part}) > 0`,
  isIn: (column, values) => sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  withoutIndex: (column) => sql`+${column}`,
  isAmong: () => sql<SqlBool>`true`,
  values: (columns, rows) => {
    const names = Object.keys(columns);
    const fields = names.map((name, place) => `value->>${place} as "${name}"`).join(', ');
    // As lists, in which an index is found faster than a name.
    const lists = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
    return sql<ValueRow<typeof columns>>`(select ${sql.raw(fields)} from json_each(${lists}))`.as('v');
  },
  async runUnanswered(trx, query) {
    await trx.executeQuery(query);
  },
  insertMany: (trx, table, rows) => insertEach(trx, rows, (columns) => insertText(table, columns)),
  addMany: (trx, table, { key, rows }) =>
    insertEach(trx, rows, (columns) => `${insertText(table, columns)} ${addTail(table, { columns, key })}`),
  places: eventPlaces,
  partitions: { move: async () => true, keep: async () => 0, addFor: async () => undefined },
  // A file has no users, and one that takes no writes cannot be opened.
  traits: async () => ({ user: '', encoding: 'UTF8', isReadOnly: false, mayMake: true }),
  async listTables(db) {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`.execute(db);
    return rows.map(({ name }) => name);
  },
  keepOthersOut: async () => undefined,
  boundLockWaits: async () => undefined,
  async insertEvents(trx, rows) {
    if (rows.length > 0) await this.insertMany(trx, 'events', await placeEvents(trx, rows));
  },
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
  // Transactions lock the file before they begin, so that none fails halfway.
  isConflict: () => false,
  isLockTimeout: () => false,
  isUnavailable: (error) => SQLITE_UNAVAILABLE.test(codeOf(error)),
  isForbidden: () => false,
};
