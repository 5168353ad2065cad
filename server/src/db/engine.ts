import type { AliasedRawBuilder, CompiledQuery, Expression, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { FilterFunctions } from './filter-functions.ts';
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

export type ValueRow<C extends ValueColumns> = { [K in keyof C]: C[K] extends 'text' ? string | null : number | null };

/** Everything that the engines do differently; features use it through the functions of `dialect.ts`. */
export interface Engine {
  readonly types: ColumnTypes;
  readonly filters: FilterFunctions;
  lockRows(mode: LockMode, table: TableName): RawBuilder<unknown>;
  /** For scans: true, for as long as the statement may go on. `row`: its number. */
  goesOn(row: Expression<unknown>): Expression<SqlBool>;
  lockInOrder(trx: Trx, table: TableName, ids: readonly string[]): Promise<void>;
  isIn(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  /** The same in a join with values, where the engine has to be told how few rows it is about. */
  isAmong(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  values<const C extends ValueColumns>(columns: C, rows: readonly ValueRow<C>[]): AliasedRawBuilder<ValueRow<C>, 'v'>;
  /** Runs a statement whose answer nobody looks at; it may fail no later than what comes next in the transaction. */
  runUnanswered(trx: Trx, query: CompiledQuery): Promise<void>;
  insertMany<T extends TableName>(trx: Trx, table: T, rows: readonly Schema[T][]): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  isConflict(error: unknown): boolean;
  isLockTimeout(error: unknown): boolean;
  isUnavailable(error: unknown): boolean;
}

export type LockMode = 'wait' | 'skip';
