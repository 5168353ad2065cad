import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely';
import { watchConnections } from './watch-connections.ts';

/** What befalls the statements of a database. */
export interface Failure {
  /** 1 for the next statement. */
  readonly nth: number;
  /** Instead of the statement, or once it has run: its answer is lost. */
  readonly when: 'instead' | 'afterwards';
  /** All statements that follow fail too, as when the database goes away. */
  readonly lasting: boolean;
  readonly error: Error;
  /** What somebody else does before a commit is tried again whose answer was lost. */
  readonly afterCommit?: (execute: (query: CompiledQuery) => Promise<unknown>) => Promise<unknown>;
}

/** Stands between a service and its database, and has statements fail there. */
export interface Breaker {
  readonly around: (dialect: Dialect) => Dialect;
  /** Has a statement fail while something goes on; returns what came of it, and whether the statement was reached. */
  during<T>(failure: Failure, run: () => Promise<T>): Promise<{ result: T; failed: boolean }>;
}

/** Without a connection the server takes a transaction back by itself. */
const isRollback = ({ sql }: CompiledQuery) => sql === 'rollback';
/** Where it is not answered the connection is gone, and the transaction with it. */
const isBegin = ({ sql }: CompiledQuery) => sql === 'begin';
const isCommit = ({ sql }: CompiledQuery) => sql === 'commit';

export function createBreaker(): Breaker {
  let failure: Failure | undefined;
  let statements = 0;

  /** Whether this statement is to fail. */
  function isDue(query: CompiledQuery): boolean {
    if (failure === undefined || isRollback(query)) return false;
    statements += 1;
    return statements === failure.nth || (failure.lasting && statements > failure.nth);
  }

  function breakConnection(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(...given: Parameters<typeof execute>) => {
      const [query] = given;
      const met = isDue(query) ? failure : undefined;
      if (met === undefined) return execute<R>(...given);
      if (met.when === 'afterwards' && statements === met.nth && !isBegin(query)) {
        await execute<R>(...given);
        if (isCommit(query)) await met.afterCommit?.((after) => execute(after));
      }
      throw met.error;
    };
  }

  return {
    around: (dialect) => watchConnections(dialect, breakConnection),
    async during(given, run) {
      failure = given;
      statements = 0;
      try {
        const result = await run();
        return { result, failed: statements >= given.nth };
      } finally {
        failure = undefined;
      }
    },
  };
}
