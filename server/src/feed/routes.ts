import { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { FindCallerAgain, TenantCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type Handlers, replyOr } from '../core/handler.ts';
import { assertAllowed, assertRole } from '../core/operation/access.ts';
import { payloadOf } from '../webhooks/index.ts';
import { type FeedParts, listEvents } from './list-events.ts';

export interface FeedRouteParts extends FeedParts {
  readonly findCallerAgain: FindCallerAgain;
}

const { list: operation } = contract.events;

/** Refuses whoever was shut out, or got another role, while the answer was waited for. */
async function assertStill({ findCallerAgain }: FeedRouteParts, ctx: Context<TenantCaller>): Promise<void> {
  const caller = await findCallerAgain(ctx.caller);
  if (caller === undefined) throw new ApiError('unauthorized');
  assertAllowed(operation.scope, { ...ctx, caller });
  assertRole(operation, { ...ctx, caller });
}

/** `/v1/events`. */
export function feedRoutes(parts: FeedRouteParts): Handlers<typeof contract>['events'] {
  return {
    list: async ({ ctx, query }) => {
      const { message_id: messageId, wait, ...rest } = query();
      const { withoutTurn, signal } = ctx;
      const caller = { tenantId: ctx.caller.tenantId, withoutTurn, signal };
      const page = await listEvents(parts, caller, { ...rest, messageId, waitMs: wait * 1000 });
      if (wait > 0) await assertStill(parts, ctx);
      return replyOr(page, 200, ({ told, cursor, hasMore }) => ({ data: told.map(payloadOf), next_cursor: cursor, has_more: hasMore }));
    },
  };
}
