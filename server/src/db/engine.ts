import type { AliasedRawBuilder, CompiledQuery, Expression, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { IdPrefix } from '../core/ids.ts';
import type { FilterFunctions } from './filter-functions.ts';
import type { EventRow, Schema, TableName } from './schema.ts';

export type Trx = Transaction<Schema>;

/** How many write at the same time. */
export type Writers = 'one' | 'many';

/** SQL types of columns that differ between the engines. */
export interface ColumnTypes {
  /** Text that takes part in an order: compared byte by byte. */
  readonly key: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Who may write while a schema is changed: nobody else where one process has the file. */
  readonly writers: Writers;
  /** Statements that let a JSON object, which is kept as text, be searched. */
  searchable(table: string, column: string): readonly RawBuilder<unknown>[];
  /** Statements that let a table keep the order in which its rows are recorded. */
  places(table: string): readonly RawBuilder<unknown>[];
  /** Has the logs that are empty be kept in partitions, by an engine that has those. */
  partitioned(db: Kysely<unknown>): Promise<void>;
}

/** Transactions as numbers, in the order in which they first wrote. */
export interface Transactions {
  /** None that has written yet has this one or a later one. */
  readonly next: number;
  /** All before this one have ended. */
  readonly oldest: number;
}

/** What is known of the places that are given to events, in transactions that may still be under way. */
export interface EventPlaces {
  /** The last one that was given, to whomever. */
  lastPlace(db: Kysely<Schema>): Promise<number>;
  markTransactions(db: Kysely<Schema>): Promise<Transactions>;
  oldestTransaction(db: Kysely<Schema>): Promise<number>;
}

export interface PartitionOptions {
  readonly now: number;
  /** For how many days rows are kept, 0 for ever: by which partitions are made shorter or longer. */
  readonly keptDays: number;
}

/** Logs in partitions by the time of their ids, by an engine that has those. Nobody else needs to know which they are. */
export interface Partitions {
  /** Moves rows of before there were partitions, in so many bounded transactions; returns whether there is nothing left to move. */
  move(db: Kysely<Schema>, options: PartitionOptions & { readonly steps: number }): Promise<boolean>;
  /** Makes those of the time to come, and removes those that are over and empty; returns how many it made and removed. */
  keep(db: Kysely<Schema>, options: PartitionOptions): Promise<number>;
}

/** Column types of a table made from parameters. */
export type ValueColumns = Readonly<Record<string, 'text' | 'bigint'>>;

export type ValueRow<C extends ValueColumns> = { [K in keyof C]: C[K] extends 'text' ? string | null : number | null };

/** Rows that are added up. */
export interface Added<T extends TableName> {
  /** The columns of a unique index; the others are numbers. */
  readonly key: readonly (keyof Schema[T] & string)[];
  /** One of each key. */
  readonly rows: readonly Schema[T][];
}

/** Everything that the engines do differently; features use it through the functions of `dialect.ts`. */
export interface Engine {
  readonly types: ColumnTypes;
  readonly filters: FilterFunctions;
  lockRows(mode: LockMode, table: TableName): RawBuilder<unknown>;
  /** For scans: true, for as long as the statement may go on. `row`: its number. */
  goesOn(row: Expression<unknown>): Expression<SqlBool>;
  lockInOrder(trx: Trx, table: TableName, ids: readonly string[]): Promise<void>;
  /** A text within a JSON object that is kept as text; null where there is none. */
  jsonText(column: Expression<unknown>, key: string): RawBuilder<string | null>;
  /** Whether a text has another one in it, letter by letter. */
  holdsText(text: Expression<unknown>, part: string | Expression<string>): Expression<SqlBool>;
  isIn(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  /** The same column, by which the engine is not to look rows up. */
  withoutIndex<T>(column: Expression<T>): Expression<T>;
  /** The same in a join with values, where the engine has to be told how few rows it is about. */
  isAmong(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  /** That a row, whose id has this prefix, was made at a time or later, as whoever asks knows; it tells the engine where not to look. */
  isMadeSince(column: Expression<string>, prefix: IdPrefix, at: number): Expression<SqlBool>;
  values<const C extends ValueColumns>(columns: C, rows: readonly ValueRow<C>[]): AliasedRawBuilder<ValueRow<C>, 'v'>;
  /** Runs a statement whose answer nobody looks at; it may fail no later than what comes next in the transaction. */
  runUnanswered(trx: Trx, query: CompiledQuery): Promise<void>;
  insertMany<T extends TableName>(trx: Trx, table: T, rows: readonly Schema[T][]): Promise<void>;
  /** As `insertMany`; where the key is there, the other columns are added to what they are. */
  addMany<T extends TableName>(trx: Trx, table: T, added: Added<T>): Promise<void>;
  readonly places: EventPlaces;
  readonly partitions: Partitions;
  /** As `insertMany`; each event gets the next place. */
  insertEvents(trx: Trx, rows: readonly EventRow[]): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  isConflict(error: unknown): boolean;
  isLockTimeout(error: unknown): boolean;
  isUnavailable(error: unknown): boolean;
}

export type LockMode = 'wait' | 'skip';
