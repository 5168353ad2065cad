import { type AliasedRawBuilder, type Expression, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { type FilterFunctions, postgresFilters, sqliteFilters } from './filter-functions.ts';
import type { Schema, TableName } from './schema.ts';

export type Trx = Transaction<Schema>;

/** SQL types of columns that differ between the engines. */
export interface ColumnTypes {
  /** Text that takes part in an order: compared byte by byte. */
  readonly key: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Statements that let a JSON object, which is kept as text, be searched. */
  searchable(table: string, column: string): readonly RawBuilder<unknown>[];
}

/** Column types of a table made from parameters. */
export type ValueColumns = Readonly<Record<string, 'text' | 'bigint'>>;

type ValueRow<C extends ValueColumns> = { [K in keyof C]: C[K] extends 'text' ? string | null : number | null };

/** Everything that the engines do differently. */
export interface Dialect {
  readonly types: ColumnTypes;
  readonly filters: FilterFunctions;
  /** Locks the selected rows of a table for this transaction; `skip` leaves out those that another one holds. */
  lockRows(mode: 'wait' | 'skip', table: TableName): RawBuilder<unknown>;
  /** `column in (values)`, with the list as one parameter. */
  isIn(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  /** Rows as a table named `v`, one parameter for all of them. */
  values<const C extends ValueColumns>(columns: C, rows: readonly ValueRow<C>[]): AliasedRawBuilder<ValueRow<C>, 'v'>;
  /** The only insert of many rows. */
  insertMany<T extends TableName>(trx: Trx, table: T, rows: readonly Schema[T][]): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  /** A transaction that lost against another and may be run again. */
  isConflict(error: unknown): boolean;
  /** A row that another transaction kept for longer than this one waits. */
  isLockTimeout(error: unknown): boolean;
  /** An engine that cannot be reached, has no room or time for more, or is held by another process. */
  isUnavailable(error: unknown): boolean;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Names of ours, as both engines write them. */
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

const insertHead = (table: string, columns: readonly string[]) => `insert into ${quoted([table])} (${quoted(columns)})`;

const SQLITE_UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)(?:_|$)/;

export const sqliteDialect: Dialect = {
  types: { key: sql`text`, bytes: sql`blob`, searchable: () => [] },
  filters: sqliteFilters,
  lockRows: () => sql``,
  isIn: (column, values) => sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  values: (columns, rows) => {
    const names = Object.keys(columns);
    const fields = names.map((name, place) => `value->>${place} as "${name}"`).join(', ');
    // As lists, in which a place is found faster than a name.
    const lists = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
    return sql<ValueRow<typeof columns>>`(select ${sql.raw(fields)} from json_each(${lists}))`.as('v');
  },
  async insertMany(trx, table, rows) {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first);
    const compiled = sql.raw(`${insertHead(table, columns)} values (${columns.map(() => '?').join(', ')})`).compile(trx);
    // One call for all rows: see sqlite-statements.ts.
    const parameters = rows.map((row) => columns.map((column) => (row as unknown as Record<string, unknown>)[column]));
    await trx.executeQuery({ ...compiled, parameters });
  },
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
  // Transactions lock the file before they begin, so that none loses half way.
  isConflict: () => false,
  isLockTimeout: () => false,
  isUnavailable: (error) => SQLITE_UNAVAILABLE.test(codeOf(error)),
};

// Before JSON.stringify sees them, which would spell them out as an array of numbers.
function withBytesAsText(row: object): object {
  const bytes = Object.entries(row).filter((entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1]));
  return bytes.length === 0
    ? row
    : { ...row, ...Object.fromEntries(bytes.map(([column, value]) => [column, `\\x${value.toString('hex')}`])) };
}

function searchableJson(table: string, column: string): RawBuilder<unknown>[] {
  const [name, text, binary] = [sql.table(table), sql.ref(column), sql.ref(`${column}_json`)];
  return [
    sql`alter table ${name} add column ${binary} jsonb generated always as (${text}::jsonb) stored`,
    sql`create index ${sql.ref(`${table}_${column}`)} on ${name} using gin (${binary} jsonb_path_ops)`,
  ];
}

// Connections (08), resources (53), a server that stops or starts (57P), its disk (58), time-outs, a standby; and the sockets' own.
const POSTGRES_UNAVAILABLE =
  /^(?:08...|53...|57P0[1-5]|58030|25P0[34]|25006|55P03|57014|E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|MFILE|NFILE))$/;
/** What the driver says without a code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|.*is not queryable$|Postgres connection has been discarded)/;

export const postgresDialect: Dialect = {
  types: { key: sql`text collate "C"`, bytes: sql`bytea`, searchable: searchableJson },
  filters: postgresFilters,
  lockRows: (mode, table) =>
    mode === 'skip' ? sql`for update of ${sql.table(table)} skip locked` : sql`for update of ${sql.table(table)}`,
  isIn: (column, values) => sql<SqlBool>`${column} = any(${values}::text[])`,
  values: (columns, rows) => {
    const fields = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    return sql<ValueRow<typeof columns>>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'v'>(sql.raw(`v(${fields.join(', ')})`));
  },
  async insertMany(trx, table, rows) {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first);
    const head = sql.raw(`${insertHead(table, columns)} select ${quoted(columns)}`);
    const json = JSON.stringify(rows.map(withBytesAsText));
    await sql`${head} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx);
  },
  isUniqueViolation: (error) => codeOf(error) === '23505',
  isConflict: (error) => ['40001', '40P01'].includes(codeOf(error)),
  isLockTimeout: (error) => codeOf(error) === '55P03',
  isUnavailable: (error) => POSTGRES_UNAVAILABLE.test(codeOf(error)) || (error instanceof Error && CONNECTION_LOST.test(error.message)),
};
