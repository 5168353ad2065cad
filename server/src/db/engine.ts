import type { AliasedRawBuilder, CompiledQuery, Expression, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { IdPrefix } from '../core/ids.ts';
import type { FilterFunctions } from './filter-functions.ts';
import type { EventRow, Schema, TableName } from './schema.ts';

export type Trx = Transaction<Schema>;

/** How many transactions write at the same time. */
export type Writers = 'one' | 'many';

/** SQL types of columns that differ between the engines. */
export interface ColumnTypes {
  /** Type of a text that rows are ordered by: compared byte by byte. */
  readonly key: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** How many may write while a schema is changed: `one` where a single process has the file. */
  readonly writers: Writers;
  /** Returns statements that make a JSON object, which is stored as text, searchable. */
  searchable(table: string, column: string): readonly RawBuilder<unknown>[];
  /** Returns statements that make a table keep the order in which its rows are recorded. */
  places(table: string): readonly RawBuilder<unknown>[];
  /**
   * Returns statements that set the fill factor of a table, in percent. New versions of a row then fit into the page of the old one, and if
   * no indexed column changes, no index is written.
   */
  filledTo(table: string, percent: number): readonly RawBuilder<unknown>[];
  /** Partitions the logs that are empty, where the engine has partitions. */
  partitioned(db: Kysely<unknown>): Promise<void>;
}

/** Transactions as numbers, in the order in which they first wrote. */
export interface Transactions {
  /** No transaction that has written yet has this number or a higher one. */
  readonly next: number;
  /** All transactions with a lower number have ended. */
  readonly oldest: number;
}

/** Tells which places were given to events, by transactions that may still be under way. */
export interface EventPlaces {
  /** Returns the last place that was given, to an event of any tenant. */
  lastPlace(db: Kysely<Schema>): Promise<number>;
  markTransactions(db: Kysely<Schema>): Promise<Transactions>;
  oldestTransaction(db: Kysely<Schema>): Promise<number>;
}

/** By what partitions are made and removed. */
export interface PartitionOptions {
  readonly now: number;
  /** Days for which rows are kept, 0 for ever. How long a partition is depends on it. */
  readonly keptDays: number;
}

/** Maintains logs that are partitioned by the time of their ids, where the engine has partitions. Callers need not know which logs those are. */
export interface Partitions {
  /** Moves rows from before there were partitions, in at most `steps` bounded transactions; returns whether there is nothing left to move. */
  move(db: Kysely<Schema>, options: PartitionOptions & { readonly steps: number }): Promise<boolean>;
  /** Makes the partitions of the time to come, and removes those that are over and empty; returns how many it made and removed. */
  keep(db: Kysely<Schema>, options: PartitionOptions): Promise<number>;
  /** Makes the partitions for all rows of another database, in a transaction that nobody else writes beside. */
  addFor(trx: Kysely<Schema>, source: Kysely<Schema>, options: Pick<PartitionOptions, 'keptDays'>): Promise<void>;
}

/** Column types of a table made from parameters. */
export type ValueColumns = Readonly<Record<string, 'text' | 'bigint'>>;

export type ValueRow<C extends ValueColumns> = { [K in keyof C]: C[K] extends 'text' ? string | null : number | null };

/** Rows that are inserted, or added to those that have the same keys. */
export interface UpsertedRows<T extends TableName> {
  /** The columns of a unique index; the others are numbers. */
  readonly key: readonly (keyof Schema[T] & string)[];
  /** One of each key. */
  readonly rows: readonly Schema[T][];
}

/** What a database is like, and what its user may do. */
export interface DatabaseTraits {
  readonly user: string;
  /** `UTF8`, or another, which has not all characters. */
  readonly encoding: string;
  /** Whether it takes no writes, such as a standby. */
  readonly isReadOnly: boolean;
  /** Whether tables can be made where ours are, and the schema of the queue unless it is there. */
  readonly mayMake: boolean;
}

/** Everything that the engines do differently; features use it through the functions of `dialect.ts`. */
export interface Engine {
  readonly types: ColumnTypes;
  readonly filters: FilterFunctions;
  lockRows(mode: LockMode, table: TableName): RawBuilder<unknown>;
  /** A condition for scans: true, for as long as the statement may go on. `row`: the number of the row. */
  withinScanTime(row: Expression<unknown>): Expression<SqlBool>;
  lockInOrder(trx: Trx, table: TableName, ids: readonly string[]): Promise<void>;
  /** Returns a text within a JSON object that is stored as text; null where there is none. */
  jsonText(column: Expression<unknown>, key: string): RawBuilder<string | null>;
  /** Returns the condition that a JSON object that is stored as text has true under a key, and nothing that only reads like it. */
  isTrueIn(column: Expression<unknown>, key: string): Expression<SqlBool>;
  /** Returns the condition that a text contains another one, letter by letter. */
  holdsText(text: Expression<unknown>, part: string | Expression<string>): Expression<SqlBool>;
  isIn(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  /** Returns the column as an expression by which the engine does not look up rows. */
  withoutIndex<T>(column: Expression<T>): Expression<T>;
  /** Returns the condition that a column is one of the values, in a join with them, where the engine has to be told how few rows it is about. */
  isAmong(column: Expression<string>, values: readonly string[]): Expression<SqlBool>;
  /** Returns the condition that a row, whose id has this prefix, was made at a time or later, as the caller knows; it tells the engine where not to look. */
  isMadeSince(column: Expression<string>, prefix: IdPrefix, at: number): Expression<SqlBool>;
  values<const C extends ValueColumns>(columns: C, rows: readonly ValueRow<C>[]): AliasedRawBuilder<ValueRow<C>, 'v'>;
  /** Runs a statement whose result is not needed; it may fail no later than what comes next in the transaction. */
  runUnanswered(trx: Trx, query: CompiledQuery): Promise<void>;
  insertMany<T extends TableName>(trx: Trx, table: T, rows: readonly Schema[T][]): Promise<void>;
  /** As `insertMany`; to a row whose key exists already, the values of the other columns are added. */
  addMany<T extends TableName>(trx: Trx, table: T, added: UpsertedRows<T>): Promise<void>;
  readonly places: EventPlaces;
  readonly partitions: Partitions;
  traits(db: Kysely<Schema>): Promise<DatabaseTraits>;
  /** Returns the names of the tables where ours are made, without those of the engine and its extensions. */
  listTables(db: Kysely<Schema>): Promise<string[]>;
  /** Has everybody else wait at our tables until the transaction ends, where others write beside it. Fails with a lock's time-out where somebody keeps one. */
  keepOthersOut(trx: Kysely<Schema>): Promise<void>;
  /** Bounds how long a transaction waits for a table, where others wait along. */
  boundLockWaits(trx: Kysely<Schema>): Promise<void>;
  /** As `insertMany`; each event gets the next place. */
  insertEvents(trx: Trx, rows: readonly EventRow[]): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  isConflict(error: unknown): boolean;
  isLockTimeout(error: unknown): boolean;
  isUnavailable(error: unknown): boolean;
  /** Whether the user of the database may not do what was asked. */
  isForbidden(error: unknown): boolean;
}

/** What a select does about rows that another transaction has locked: waits for them, or leaves them out. */
export type LockMode = 'wait' | 'skip';
