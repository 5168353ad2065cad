import { API_VERSION, type contract } from '@posthorn/contract';
import { sql } from 'kysely';
import { type Handlers, reply } from '../core/implement.ts';
import type { Platform } from '../platform.ts';

/** `/health`: up while the database answers. */
export function healthRoutes({ db, log }: Platform): Handlers<typeof contract>['health'] {
  return {
    check: async () => {
      try {
        await sql`select 1`.execute(db.read);
        return reply(200, { status: 'ok', version: API_VERSION } as const);
      } catch (error) {
        log.error({ err: error }, 'the database does not answer');
        return reply(503, { status: 'unavailable', checks: { database: 'unreachable' } } as const);
      }
    },
  };
}
