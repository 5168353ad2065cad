import { API_VERSION, type contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/request/handler.ts';
import { answersSoon } from '../watch/answers-soon.ts';

/** Returns the handler of `/health`: up while the database answers. */
export function healthRoutes(app: AppContext): Handlers<typeof contract>['health'] {
  return {
    check: async () =>
      (await answersSoon(app))
        ? reply(200, { status: 'ok', version: API_VERSION } as const)
        : reply(503, { status: 'unavailable', checks: { database: 'unreachable' } } as const),
  };
}
