import type { DatabaseConnection, Dialect } from 'kysely';
import { Unavailable } from '../core/errors/unavailable.ts';
import { withDriver } from './with-driver.ts';

/** Wraps the calls to an engine. */
export interface Guard {
  /** Returns whether an error says that the engine cannot answer now. */
  isUnavailable(error: unknown): boolean;
  /** Returns what is thrown in the place of such an error; an `Unavailable` without a detail unless given. */
  toUnavailable?(error: unknown): Unavailable;
  /** Runs one statement. */
  statement<T>(run: () => Promise<T>): Promise<T>;
  /** Runs the rollback of a transaction whose work has failed. */
  rollback(run: () => Promise<void>): Promise<void>;
}

/** Returns a dialect whose driver makes every call through a guard, and throws Unavailable where the engine cannot answer. */
export function guardDialect(dialect: Dialect, guard: Guard): Dialect {
  const orUnavailable = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw guard.isUnavailable(error) ? (guard.toUnavailable?.(error) ?? new Unavailable(error)) : error;
    }
  };

  function guardConnection(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (...given: Parameters<typeof execute>) => orUnavailable(() => guard.statement(() => execute(...given)));
  }

  function createDriver() {
    const driver = dialect.createDriver();
    const known = new WeakSet<DatabaseConnection>();
    const acquire = driver.acquireConnection.bind(driver);
    const [commit, rollback] = [driver.commitTransaction.bind(driver), driver.rollbackTransaction.bind(driver)];
    driver.acquireConnection = async (options) => {
      const connection = await orUnavailable(() => acquire(options));
      if (!known.has(connection)) guardConnection(connection);
      known.add(connection);
      return connection;
    };
    // It throws what statements have failed with that nobody waited for.
    driver.commitTransaction = (connection) => orUnavailable(() => commit(connection));
    driver.rollbackTransaction = (connection) => guard.rollback(() => rollback(connection));
    return driver;
  }

  return withDriver(dialect, createDriver);
}
