import { setTimeout as pause } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { ConfigError } from '../config/config-error.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { type Db, ping } from '../db/db.ts';
import { type Guard, guardDialect } from '../db/guard.ts';
import type { OpenOptions } from '../db/open-options.ts';
import { SETTING } from './target-fault.ts';

/** How long a database may say nothing. */
export interface Patience {
  /** Milliseconds from an answer to the next question, and for which an answer is waited for. */
  readonly everyMs: number;
  /** Questions in a row that may stay without an answer. */
  readonly questions: number;
}

/** A minute, or two where each question has to be waited for. */
export const PATIENCE: Patience = { everyMs: 5000, questions: 12 };

/** Whether the server itself has refused, as where it has no connection left: it is there then. */
function isAnswer(error: unknown): boolean {
  if (error instanceof Unavailable) return isAnswer(error.cause);
  return error instanceof Error && 'severity' in error;
}

const isAnswered = ({ read }: Db, { everyMs }: Patience): Promise<boolean> =>
  pTimeout(ping({ read }), { milliseconds: everyMs }).then(() => true, isAnswer);

/** Counts what a database has answered, whoever asked. */
export interface AnswerCount {
  /** To be put around the dialects of all connections. */
  readonly around: OpenOptions['around'];
  answers(): number;
}

export function createAnswerCount(): AnswerCount {
  let answers = 0;
  const guard: Guard = {
    isUnavailable: () => false,
    async statement(run) {
      const answer = await run();
      answers += 1;
      return answer;
    },
    rollback: (run) => run(),
  };
  return { around: (dialect) => guardDialect(dialect, guard), answers: () => answers };
}

interface Watched extends Pick<AnswerCount, 'answers'> {
  readonly db: Db;
  readonly patience: Patience;
}

/** Rejects once a database says nothing any more. */
async function becomeSilent({ db, answers, patience }: Watched, signal: AbortSignal): Promise<never> {
  for (let unanswered = 0; unanswered < patience.questions; ) {
    const before = answers();
    await pause(patience.everyMs, undefined, { signal });
    // Through PgBouncer with a single session the question waits for the end of what is done: then its statements answer.
    unanswered = (await isAnswered(db, patience)) || answers() > before ? 0 : unanswered + 1;
  }
  throw new ConfigError(
    `${SETTING}: the database says nothing any more; once it answers, run posthorn move again, or posthorn move --abandon, which gives it up`,
  );
}

/**
 * Does something with a database for as long as it takes, and throws ConfigError where that falls silent. A statement of a large table may
 * take long: it is not bounded, and the database asked on another connection. What is under way is left alone; the process is to end.
 */
export async function whileAnswering<T>(watched: Watched, act: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  try {
    return await Promise.race([act(), becomeSilent(watched, done.signal)]);
  } finally {
    done.abort();
  }
}
