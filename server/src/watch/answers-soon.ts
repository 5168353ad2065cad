import pTimeout from 'p-timeout';
import type { AppContext } from '../app-context.ts';
import { ping } from '../db/db.ts';

const DEADLINE_MS = 2000;

/** Returns whether the database answers within 2 s. */
export async function answersSoon({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<boolean> {
  try {
    await pTimeout(ping(db), { milliseconds: DEADLINE_MS, message: `no answer within ${DEADLINE_MS} ms` });
    return true;
  } catch (error) {
    log.error({ err: error }, 'the database does not answer');
    return false;
  }
}
