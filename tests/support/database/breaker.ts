import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely';
import { watchConnections } from './watch-connections.ts';

/** A fault to inject into the statements of a database. */
export interface Failure {
  /** 1 for the next statement. */
  readonly nth: number;
  /** In place of the statement, or after it: then its result is lost. */
  readonly when: 'instead' | 'afterwards';
  /** All later statements fail too, as when the database becomes unavailable. */
  readonly lasting: boolean;
  readonly error: Error;
  /** What another client does before a commit is retried whose result was lost. */
  readonly afterCommit?: (execute: (query: CompiledQuery) => Promise<unknown>) => Promise<unknown>;
}

/** A layer between a service and its database that makes statements fail. */
export interface Breaker {
  readonly around: (dialect: Dialect) => Dialect;
  /** Makes a statement fail while something runs; returns its result, and whether the statement was reached. */
  during<T>(failure: Failure, run: () => Promise<T>): Promise<{ result: T; failed: boolean }>;
}

/** When the connection is lost, the server rolls the transaction back by itself. */
const isRollback = ({ sql }: CompiledQuery) => sql === 'rollback';
/** If a statement is not answered, the connection is lost, and the transaction with it. */
const isBegin = ({ sql }: CompiledQuery) => sql === 'begin';
const isCommit = ({ sql }: CompiledQuery) => sql === 'commit';

export function createBreaker(): Breaker {
  let failure: Failure | undefined;
  let statements = 0;

  /** Whether this statement has to fail. */
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
