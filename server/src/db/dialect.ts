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
import { type IdPrefix, timeOfId } from '../core/ids.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { Added, ColumnTypes, Engine, EventPlaces, LockMode, Partitions, Trx, ValueColumns, ValueRow } from './engine.ts';
import type { FilterFunctions } from './filter-functions.ts';
import { postgresEngine } from './postgres/postgres-engine.ts';
import type { EventRow, Schema, TableName } from './schema.ts';
import { sqliteEngine } from './sqlite/sqlite-engine.ts';

export type { ColumnTypes, Trx } from './engine.ts';

/** Whoever runs statements: a connection, or a transaction. */
export type Executor = Pick<Kysely<Schema>, 'getExecutor'>;

/** The engine of whoever runs the statements. */
function engineOf(executor: Executor): Engine {
  return executor.getExecutor().adapter instanceof SqliteAdapter ? sqliteEngine : postgresEngine;
}

/** Returns the SQL types of columns that differ between the engines. */
export const columnTypesOf = (executor: Executor): ColumnTypes => engineOf(executor).types;

/** Returns what the engine does differently where contacts are filtered. */
export const filtersOf = (executor: Executor): FilterFunctions => engineOf(executor).filters;

/**
 * Runs a statement of a transaction whose answer nobody looks at: on PostgreSQL it travels with the next one, which throws what
 * this one fails with; the commit does at the latest.
 */
export function runUnanswered(trx: Trx, query: CompiledQuery): Promise<void> {
  return engineOf(trx).runUnanswered(trx, query);
}

/** Inserts many rows, as `runUnanswered` does; the only way to. */
export function insertMany<T extends TableName>(trx: Trx, table: T, rows: readonly Schema[T][]): Promise<void> {
  return engineOf(trx).insertMany(trx, table, rows);
}

/** Inserts rows as `insertMany` does; where the key is there, the other columns are added to what they are. In the order of the key. */
export function addMany<T extends TableName>(trx: Trx, table: T, added: Added<T>): Promise<void> {
  return engineOf(trx).addMany(trx, table, added);
}

/** Inserts events, each at the next place of the feed; the only way to. */
export const insertEvents = (trx: Trx, rows: readonly EventRow[]): Promise<void> => engineOf(trx).insertEvents(trx, rows);

/** Returns what is known of the places of events. */
export const eventPlacesOf = (executor: Executor): EventPlaces => engineOf(executor).places;

/** Returns what an engine has to do about the partitions of its logs. */
export const partitionsOf = (executor: Executor): Partitions => engineOf(executor).partitions;

/** Returns `column in (values)`, with the list as one parameter. */
export function isIn(executor: Executor, column: Expression<string>, values: readonly string[]): Expression<SqlBool> {
  return engineOf(executor).isIn(column, values);
}

/**
 * Returns a column to compare where other conditions say better which rows are meant. SQLite has no statistics: it would take a tenant's
 * rows for fewer than those with one of some ids, and go through all of them.
 */
export function withoutIndex<T>(executor: Executor, column: Expression<T>): Expression<T> {
  return engineOf(executor).withoutIndex(column);
}

/** Returns a condition for a join with `valuesTable` on a column: that it is one of these, which the join says as well. */
export function isAmong(executor: Executor, column: Expression<string>, values: readonly string[]): Expression<SqlBool> {
  return engineOf(executor).isAmong(column, values);
}

/**
 * Returns a condition for rows of which it is known that they were made at a time or later. It changes nothing about what is found, but
 * tells the engine in which partitions not to look.
 */
export function isMadeSince(executor: Executor, column: Expression<string>, prefix: IdPrefix, at: number): Expression<SqlBool> {
  return engineOf(executor).isMadeSince(column, prefix, at);
}

/** The same for rows that are found by what they hang on, such as the events of messages: they were made no earlier than the first of those. */
export function isMadeAfter(executor: Executor, column: Expression<string>, prefix: IdPrefix, ids: readonly string[]): Expression<SqlBool> {
  const [first = ''] = ids.toSorted();
  return isMadeSince(executor, column, prefix, timeOfId(first) ?? 0);
}

/** Returns a text within a JSON object that a column keeps as text. */
export const jsonText = (executor: Executor, column: Expression<unknown>, key: string): RawBuilder<string | null> =>
  engineOf(executor).jsonText(column, key);

/**
 * Returns a condition for texts that have another one in them, letter by letter. LIKE begins anew at every letter: a text that repeats
 * one letter takes it a hundred times as long.
 */
export const holdsText = (executor: Executor, text: Expression<unknown>, part: string | Expression<string>): Expression<SqlBool> =>
  engineOf(executor).holdsText(text, part);

/** Returns what a statement for `db.scan` that goes through a table has among its conditions, so that it ends where it takes too long. */
export const goesOn = (executor: Executor, table: string): Expression<SqlBool> => engineOf(executor).goesOn(sql.ref(`${table}.rowid`));

/** Returns rows as a table named `v`, one parameter for all of them. */
export function valuesTable<const C extends ValueColumns>(
  executor: Executor,
  columns: C,
  rows: readonly ValueRow<C>[],
): AliasedRawBuilder<ValueRow<C>, 'v'> {
  return engineOf(executor).values(columns, rows);
}

/** For `set` beside `from(valuesTable(trx, …))`: each of the columns takes the value that has its name. */
export function fromValues<const C extends string>(...columns: readonly C[]): Record<C, RawBuilder<never>> {
  const entries = columns.map((column) => [column, sql.ref(`v.${column}`)]);
  // Safe because the keys are exactly the columns.
  return Object.fromEntries(entries) as Record<C, RawBuilder<never>>;
}

/** Locks the selected rows of a table for this transaction, for `modifyEnd`; `skip` leaves out those that another one holds. */
export function lockRows(trx: Trx, mode: LockMode, table: TableName): RawBuilder<unknown> {
  return engineOf(trx).lockRows(mode, table);
}

/** Locks rows in the order of their ids, before a statement that would take many of them in whatever order it finds them. */
export function lockInOrder(trx: Trx, table: TableName, ids: readonly string[]): Promise<void> {
  return engineOf(trx).lockInOrder(trx, table, ids);
}

const ENGINES = [sqliteEngine, postgresEngine];

// Codes of the engines do not overlap, so that an error tells by itself what it is.

/** True for a row that breaks a unique index. */
export const isUniqueViolation = (error: unknown): boolean => ENGINES.some((engine) => engine.isUniqueViolation(error));

/** True for a transaction that lost against another and may be run again. */
export const isConflict = (error: unknown): boolean => ENGINES.some((engine) => engine.isConflict(error));

/** True for a row that another transaction kept for longer than this one waits. */
export const isLockTimeout = (error: unknown): boolean => ENGINES.some((engine) => engine.isLockTimeout(error));

/** True for an engine that cannot be reached, has no room or time for more, or is held by another process. */
export const isUnavailable = (error: unknown): boolean => ENGINES.some((engine) => engine.isUnavailable(error));

/** Tells a database that is gone from a row that was held, or a scan that took, too long: what is next may well be done. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Unavailable && error.detail === undefined && !isLockTimeout(error.cause) && !isConflict(error.cause);
