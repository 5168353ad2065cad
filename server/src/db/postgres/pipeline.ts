import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely';
import { withDriver } from '../with-driver.ts';

/** A statement whose result nobody waits for. */
export interface UnansweredQuery extends CompiledQuery {
  readonly unanswered: true;
}

const isUnanswered = (query: CompiledQuery): query is UnansweredQuery => 'unanswered' in query;

/** The statements sent on a connection and not answered yet, in order. */
interface PendingAnswers {
  add(answer: Promise<unknown>): void;
  /** Rejects with the first failure. */
  settle(): Promise<void>;
  /** Waits for the statements in flight, whatever their outcome. */
  drain(): Promise<void>;
}

function createPending(): PendingAnswers {
  let answers: Promise<unknown>[] = [];
  const take = () => {
    const taken = answers;
    answers = [];
    return taken;
  };
  return {
    add(answer) {
      // A failure is reported to the next caller; until then it must not count as unhandled.
      answer.catch(() => undefined);
      answers.push(answer);
    },
    async settle() {
      for (const answer of take()) await answer;
    },
    async drain() {
      await Promise.allSettled(take());
    },
  };
}

const NOTHING: QueryResult<never> = { rows: [] };

function pipeline(connection: DatabaseConnection, pending: PendingAnswers): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async (query, options) => {
    const answer = execute<never>(query, options);
    if (isUnanswered(query)) {
      pending.add(answer);
      return NOTHING;
    }
    answer.catch(() => undefined);
    // First, since after a failure this statement only reports that the transaction is aborted.
    await pending.settle();
    return answer;
  };
}

/**
 * Returns a dialect that sends statements whose result nobody awaits together with the next one, which throws their errors. A begin is
 * answered before anything follows, as statements would run outside a transaction if it failed, and a commit is sent when everything before
 * it was answered.
 */
export function pipelined(dialect: Dialect): Dialect {
  function createDriver() {
    const driver = dialect.createDriver();
    const pendingOn = new WeakMap<DatabaseConnection, PendingAnswers>();
    const acquire = driver.acquireConnection.bind(driver);
    const [commit, rollback] = [driver.commitTransaction.bind(driver), driver.rollbackTransaction.bind(driver)];
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options);
      if (!pendingOn.has(connection)) {
        const pending = createPending();
        pendingOn.set(connection, pending);
        pipeline(connection, pending);
      }
      return connection;
    };
    driver.commitTransaction = async (connection) => {
      await pendingOn.get(connection)?.settle();
      await commit(connection);
    };
    driver.rollbackTransaction = async (connection) => {
      await pendingOn.get(connection)?.drain();
      await rollback(connection);
    };
    return driver;
  }

  return withDriver(dialect, createDriver);
}
