import type Database from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';

const CACHED_STATEMENTS = 500;

type Statement = ReturnType<SqliteDatabase['prepare']>;

/** Nothing that can be bound to a single parameter is an array. */
const areRows = (parameters: readonly unknown[]): parameters is readonly unknown[][] => Array.isArray(parameters[0]);

/** A statement without result rows. Given an array of rows as parameters, it runs for each of them. */
function writing(statement: Database.Statement): Statement {
  return {
    reader: false,
    all: (parameters) => statement.all(parameters),
    iterate: (parameters) => statement.iterate(parameters) as IterableIterator<unknown>,
    run(parameters) {
      if (!areRows(parameters)) return statement.run(parameters);
      let changes = 0;
      for (const row of parameters) changes += statement.run(row).changes;
      return { changes, lastInsertRowid: 0 };
    },
  };
}

/** Returns a database for Kysely's dialect that caches prepared statements: preparing one costs more than running it. */
export function withStatementCache(database: Database.Database): SqliteDatabase {
  const statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });
  return {
    close: () => database.close(),
    prepare: (text) => {
      // A transaction that reads first and writes later would otherwise have to acquire its lock halfway.
      const given = text === 'begin' ? 'begin immediate' : text;
      const known = statements.get(given);
      if (known !== undefined) return known;
      const prepared = database.prepare(given);
      const statement = prepared.reader ? (prepared as Statement) : writing(prepared);
      // Many pragmas take effect when they are prepared: cached, they would do nothing.
      if (!given.startsWith('pragma ')) statements.set(given, statement);
      return statement;
    },
  };
}
