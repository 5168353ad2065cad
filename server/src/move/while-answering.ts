import { setTimeout as pause } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { ConfigError } from '../config.ts';
import { Unavailable } from '../core/unavailable.ts';
import { type Db, ping } from '../db/db.ts';
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

/** Rejects once a database says nothing any more. */
async function becomeSilent(db: Db, patience: Patience, signal: AbortSignal): Promise<never> {
  for (let unanswered = 0; unanswered < patience.questions; ) {
    await pause(patience.everyMs, undefined, { signal });
    unanswered = (await isAnswered(db, patience)) ? 0 : unanswered + 1;
  }
  throw new ConfigError(
    `${SETTING}: the database says nothing any more; once it answers, run posthorn move again, or posthorn move --abandon, which gives it up`,
  );
}

/**
 * Does something with a database for as long as it takes, and throws ConfigError where that falls silent. A statement of a large table may
 * take long: it is not bounded, and the database asked on another connection. What is under way is left alone; the process is to end.
 */
export async function whileAnswering<T>(db: Db, act: () => Promise<T>, patience: Patience): Promise<T> {
  const done = new AbortController();
  try {
    return await Promise.race([act(), becomeSilent(db, patience, done.signal)]);
  } finally {
    done.abort();
  }
}
