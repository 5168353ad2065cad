import type { contract } from '@posthorn/contract';
import { type Handlers, replyOr } from '../core/handler.ts';
import { payloadOf } from '../webhooks/index.ts';
import { type FeedParts, listEvents } from './list-events.ts';

/** `/v1/events`. */
export function feedRoutes(parts: FeedParts): Handlers<typeof contract>['events'] {
  return {
    list: async ({ ctx, query }) => {
      const { message_id: messageId, wait, ...rest } = query();
      const { aside, signal } = ctx;
      const page = await listEvents(parts, { tenantId: ctx.caller.tenantId, aside, signal }, { ...rest, messageId, waitMs: wait * 1000 });
      return replyOr(page, 200, ({ told, cursor, hasMore }) => ({ data: told.map(payloadOf), next_cursor: cursor, has_more: hasMore }));
    },
  };
}
