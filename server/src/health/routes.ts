import { API_VERSION, type contract } from '@posthorn/contract';
import pTimeout from 'p-timeout';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { ping } from '../db/db.ts';

const DEADLINE_MS = 2000;

/** `/health`: up while the database answers. */
export function healthRoutes({ db, log }: AppContext): Handlers<typeof contract>['health'] {
  return {
    check: async () => {
      try {
        await pTimeout(ping(db), { milliseconds: DEADLINE_MS, message: `no answer within ${DEADLINE_MS} ms` });
        return reply(200, { status: 'ok', version: API_VERSION } as const);
      } catch (error) {
        log.error({ err: error }, 'the database does not answer');
        return reply(503, { status: 'unavailable', checks: { database: 'unreachable' } } as const);
      }
    },
  };
}
