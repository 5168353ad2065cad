import { API_VERSION, type contract } from '@posthorn/contract';
import pTimeout from 'p-timeout';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { ping } from '../db/db.ts';

const DEADLINE_MS = 2000;

/** Returns whether the database answers soon. */
export async function answersSoon({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<boolean> {
  try {
    await pTimeout(ping(db), { milliseconds: DEADLINE_MS, message: `no answer within ${DEADLINE_MS} ms` });
    return true;
  } catch (error) {
    log.error({ err: error }, 'the database does not answer');
    return false;
  }
}

/** `/health`: up while the database answers. */
export function healthRoutes(app: AppContext): Handlers<typeof contract>['health'] {
  return {
    check: async () =>
      (await answersSoon(app))
        ? reply(200, { status: 'ok', version: API_VERSION } as const)
        : reply(503, { status: 'unavailable', checks: { database: 'unreachable' } } as const),
  };
}
