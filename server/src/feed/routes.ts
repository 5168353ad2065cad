import { contract } from '@posthorn/contract';
import { assertStillAllowed } from '../core/operation/access.ts';
import type { FindCallerAgain } from '../core/request/caller.ts';
import { type Handlers, replyOr } from '../core/request/handler.ts';
import { presentEvent } from '../events/index.ts';
import { type FeedParts, listEvents } from './list-events.ts';

export interface FeedRouteParts extends FeedParts {
  readonly findCallerAgain: FindCallerAgain;
}

const { list: operation } = contract.events;

/** `/v1/events`. */
export function feedRoutes(parts: FeedRouteParts): Handlers<typeof contract>['events'] {
  return {
    list: async ({ ctx, query }) => {
      const { message_id: messageId, wait, ...rest } = query();
      const { withoutPermit, signal } = ctx;
      const caller = { tenantId: ctx.caller.tenantId, withoutPermit, signal };
      const page = await listEvents(parts, caller, { ...rest, messageId, waitMs: wait * 1000 });
      if (wait > 0) assertStillAllowed(operation, ctx, await parts.findCallerAgain(ctx.caller));
      return replyOr(page, 200, ({ events, cursor, hasMore }) => ({
        data: events.map(presentEvent),
        next_cursor: cursor,
        has_more: hasMore,
      }));
    },
  };
}
