import {
  type AliasedRawBuilder,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely';
import { Unavailable } from '../core/errors/unavailable.ts';
import { type IdPrefix, timeOfId } from '../core/ids.ts';
import type {
  ColumnTypes,
  DatabaseTraits,
  Engine,
  EventPlaces,
  LockMode,
  Partitions,
  Trx,
  UpsertedRows,
  ValueColumns,
  ValueRow,
} from './engine.ts';
import type { FilterFunctions } from './filter-functions.ts';
import { postgresEngine } from './postgres/postgres-engine.ts';
import type { EventRow, Schema, TableName } from './schema.ts';
import { sqliteEngine } from './sqlite/sqlite-engine.ts';

export type { ColumnTypes, Trx } from './engine.ts';

/** What statements are run by: a connection, or a transaction. */
export type Executor = Pick<Kysely<Schema>, 'getExecutor'>;

/** Returns the engine that an executor belongs to. */
function engineOf(executor: Executor): Engine {
  return executor.getExecutor().adapter instanceof SqliteAdapter ? sqliteEngine : postgresEngine;
}

/** Returns the SQL types of columns that differ between the engines. */
export const columnTypesOf = (executor: Executor): ColumnTypes => engineOf(executor).types;

/** Returns what the engine does differently where contacts are filtered. */
export const filtersOf = (executor: Executor): FilterFunctions => engineOf(executor).filters;

/**
 * Runs a statement of a transaction whose result is not needed. On PostgreSQL it is not waited for: it is sent with the next statement,
 * which throws what this one fails with; the commit does at the latest.
 */
export function runUnanswered(trx: Trx, query: CompiledQuery): Promise<void> {
  return engineOf(trx).runUnanswered(trx, query);
}

/** Inserts many rows, by statements that are run as `runUnanswered` does. There is no other way to. */
export function insertMany<T extends TableName>(trx: Trx, table: T, rows: readonly Schema[T][]): Promise<void> {
  return engineOf(trx).insertMany(trx, table, rows);
}

/** Inserts rows as `insertMany` does, in the order of the key. To a row whose key exists already, the values of the other columns are added. */
export function addMany<T extends TableName>(trx: Trx, table: T, added: UpsertedRows<T>): Promise<void> {
  return engineOf(trx).addMany(trx, table, added);
}

/** Inserts events, each at the next place of the feed. There is no other way to. */
export const insertEvents = (trx: Trx, rows: readonly EventRow[]): Promise<void> => engineOf(trx).insertEvents(trx, rows);

/** Returns how the engine tells which places of events were given, and by which transactions. */
export const eventPlacesOf = (executor: Executor): EventPlaces => engineOf(executor).places;

/** Returns what a database is like, and what its user may do. */
export const traitsOf = (db: Kysely<Schema>): Promise<DatabaseTraits> => engineOf(db).traits(db);

/** Returns the names of the tables where ours are made, without those of the engine and its extensions. */
export const listTables = (db: Kysely<Schema>): Promise<string[]> => engineOf(db).listTables(db);

/** Has everybody else wait at our tables until the transaction ends, where others write beside it. Fails with a lock's time-out where somebody keeps one. */
export const keepOthersOut = (trx: Kysely<Schema>): Promise<void> => engineOf(trx).keepOthersOut(trx);

/** Has a transaction wait for no table for longer than a second, where others wait along. Fails with a lock's time-out then. */
export const boundLockWaits = (trx: Kysely<Schema>): Promise<void> => engineOf(trx).boundLockWaits(trx);

/** Returns how the engine maintains the partitions of its logs. */
export const partitionsOf = (executor: Executor): Partitions => engineOf(executor).partitions;

/** Returns `column in (values)`, with the list as one parameter. */
export function isIn(executor: Executor, column: Expression<string>, values: readonly string[]): Expression<SqlBool> {
  return engineOf(executor).isIn(column, values);
}

/**
 * Returns a column as an expression for which SQLite uses no index, if other conditions are more selective. SQLite has no statistics: it
 * would assume that a tenant has fewer rows than a list of ids, and scan all of them.
 */
export function withoutIndex<T>(executor: Executor, column: Expression<T>): Expression<T> {
  return engineOf(executor).withoutIndex(column);
}

/** Returns the condition that a column is one of some values, for a join with `valuesTable` on that column. It repeats what the join says. */
export function isAmong(executor: Executor, column: Expression<string>, values: readonly string[]): Expression<SqlBool> {
  return engineOf(executor).isAmong(column, values);
}

/**
 * Returns the condition that rows were made at a time or later, by the column of their ids, which have this prefix. It must be known to
 * hold: it changes nothing about what is found, but tells the engine in which partitions not to look.
 */
export function isMadeSince(executor: Executor, column: Expression<string>, prefix: IdPrefix, at: number): Expression<SqlBool> {
  return engineOf(executor).isMadeSince(column, prefix, at);
}

/** Returns `isMadeSince` for rows that belong to others with these ids, such as the events of messages: they were made no earlier than the first of those. */
export function isMadeAfter(executor: Executor, column: Expression<string>, prefix: IdPrefix, ids: readonly string[]): Expression<SqlBool> {
  const [first = ''] = ids.toSorted();
  return isMadeSince(executor, column, prefix, timeOfId(first) ?? 0);
}

/** Returns a text within a JSON object that a column stores as text; null where there is none. */
export const jsonText = (executor: Executor, column: Expression<unknown>, key: string): RawBuilder<string | null> =>
  engineOf(executor).jsonText(column, key);

/** Returns the condition that a JSON object that is stored as text has true under a key, and nothing that only reads like it. */
export const isTrueIn = (executor: Executor, column: Expression<unknown>, key: string): Expression<SqlBool> =>
  engineOf(executor).isTrueIn(column, key);

/**
 * Returns the condition that a text contains another one. LIKE starts over at every character: a text that repeats one character takes it a
 * hundred times as long.
 */
export const holdsText = (executor: Executor, text: Expression<unknown>, part: string | Expression<string>): Expression<SqlBool> =>
  engineOf(executor).holdsText(text, part);

/** Returns the condition that a text contains each of some parts; it holds for every text where there are none. */
export const holdsEach = (executor: Executor, text: Expression<unknown>, parts: readonly string[]): Expression<SqlBool> =>
  parts.map((part) => holdsText(executor, text, part)).reduce((all, one) => sql<SqlBool>`(${all} and ${one})`, sql<SqlBool>`1 = 1`);

/** Returns a condition that each statement for `db.scan` over a whole table has to include, so that it ends where it takes too long. */
export const withinScanTime = (executor: Executor, table: string): Expression<SqlBool> =>
  engineOf(executor).withinScanTime(sql.ref(`${table}.rowid`));

/** Returns rows as a table named `v`, one parameter for all of them. */
export function valuesTable<const C extends ValueColumns>(
  executor: Executor,
  columns: C,
  rows: readonly ValueRow<C>[],
): AliasedRawBuilder<ValueRow<C>, 'v'> {
  return engineOf(executor).values(columns, rows);
}

/** Returns the assignments for `set` beside `from(valuesTable(trx, …))`: each of the columns takes the value that has its name. */
export function fromValues<const C extends string>(...columns: readonly C[]): Record<C, RawBuilder<never>> {
  const entries = columns.map((column) => [column, sql.ref(`v.${column}`)]);
  // Safe because the keys are exactly the columns.
  return Object.fromEntries(entries) as Record<C, RawBuilder<never>>;
}

/** Returns a clause for `modifyEnd` that locks the selected rows of a table until the transaction ends; `skip` leaves out those that another one has locked. */
export function lockRows(trx: Trx, mode: LockMode, table: TableName): RawBuilder<unknown> {
  return engineOf(trx).lockRows(mode, table);
}

/** Locks rows in the order of their ids, before a statement that would take many of them in whatever order it finds them. */
export function lockInOrder(trx: Trx, table: TableName, ids: readonly string[]): Promise<void> {
  return engineOf(trx).lockInOrder(trx, table, ids);
}

const ENGINES = [sqliteEngine, postgresEngine];

// Codes of the engines do not overlap, so that an error tells by itself what it is.

/** Returns whether an error says that a row breaks a unique index. */
export const isUniqueViolation = (error: unknown): boolean => ENGINES.some((engine) => engine.isUniqueViolation(error));

/** Returns whether an error says that a transaction lost against another and may be run again. */
export const isConflict = (error: unknown): boolean => ENGINES.some((engine) => engine.isConflict(error));

/** Returns whether an error says that another transaction kept a row locked for longer than this one waits. */
export const isLockTimeout = (error: unknown): boolean => ENGINES.some((engine) => engine.isLockTimeout(error));

/** Returns whether an error says that the user of the database may not do what was asked. */
export const isForbidden = (error: unknown): boolean => ENGINES.some((engine) => engine.isForbidden(error));

/** Returns whether an error says that the engine cannot be reached, has no room or time for more, or is held by another process. */
export const isUnavailable = (error: unknown): boolean => ENGINES.some((engine) => engine.isUnavailable(error));

/** Returns whether an error means that the database is away, and not that a row was locked or a scan took too long, after which the next statement may well succeed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Unavailable && error.detail === undefined && !isLockTimeout(error.cause) && !isConflict(error.cause);
