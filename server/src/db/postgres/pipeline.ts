import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely';
import { withDriver } from '../with-driver.ts';

/** A statement whose result nobody waits for. */
export interface UnansweredQuery extends CompiledQuery {
  readonly unanswered: true;
}

const isUnanswered = (query: CompiledQuery): query is UnansweredQuery => 'unanswered' in query;

/** What was sent on a connection and not answered yet, in order. */
interface PendingAnswers {
  add(answer: Promise<unknown>): void;
  /** Rejects with what failed first. */
  settle(): Promise<void>;
  /** Waits for what is under way, whatever comes of it. */
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
      // Who asks for it hears of a failure; until then it is nobody's.
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
    // First, since after a failure this one only says that the transaction is aborted.
    await pending.settle();
    return answer;
  };
}

/**
 * Returns a dialect that sends statements whose result nobody waits for with what comes next, which throws what they fail with. A begin
 * is answered before anything follows, which would be on its own without it, and a commit goes out when all before it was answered.
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
