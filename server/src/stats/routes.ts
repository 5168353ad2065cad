import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { type Handlers, reply } from '../core/request/handler.ts';
import { showStats } from './show-stats.ts';

/** Returns the handlers of `/v1/stats`. */
export function statRoutes(app: AppContext): Handlers<typeof contract>['stats'] {
  return {
    get: async ({ ctx, query }) => {
      const { from, to, interval = 'day', timezone = 'UTC', domain_id, stream, broadcast_id, test_mode } = query();
      const filter = { domainId: domain_id, stream, broadcastId: broadcast_id, testMode: test_mode === 'true' };
      const stats = await showStats(app, { ...filter, tenantId: ctx.caller.tenantId, from, to, interval, timezone });
      return stats instanceof ApiError ? stats : reply(200, stats);
    },
  };
}
