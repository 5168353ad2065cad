import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import type { Broadcast, BroadcastKey } from './broadcast.ts';
import { countBroadcast } from './count-broadcast.ts';
import { deleteBroadcast } from './delete-broadcast.ts';
import { listRecipients } from './list-recipients.ts';
import { cancelBroadcast, pauseBroadcast } from './move.ts';
import { presentBroadcast } from './present.ts';
import { broadcastPreviewer } from './preview-broadcast.ts';
import { type ResumeParts, resumeBroadcast } from './resume-broadcast.ts';
import { type RetryParts, retryBroadcast } from './retry-broadcast.ts';
import { sendBroadcast } from './send-broadcast.ts';
import type { BroadcastParts } from './start-broadcast.ts';
import { findBroadcast, listBroadcasts } from './store.ts';
import { broadcastTester } from './test-broadcast.ts';
import { createBroadcast, updateBroadcast } from './write-broadcast.ts';

export interface BroadcastRouteParts extends RetryParts, BroadcastParts, ResumeParts {
  readonly app: AppContext;
}

/** `/v1/broadcasts`. */
export function broadcastRoutes(parts: BroadcastRouteParts): Handlers<typeof contract>['broadcasts'] {
  const { app } = parts;
  const { db } = app;
  const test = broadcastTester(parts);
  const preview = broadcastPreviewer(parts);
  const keyOf = (tenantId: string, { id }: { id: string }): BroadcastKey => ({ tenantId, id });
  const find = async (tenantId: string, params: { id: string }): Promise<Broadcast | ApiError<'not_found'>> =>
    (await findBroadcast(db.read, keyOf(tenantId, params))) ?? new ApiError('not_found');
  return {
    create: async ({ ctx, body }) => {
      const created = await createBroadcast(app, ctx.caller.tenantId, body());
      return created instanceof ApiError ? created : reply(201, presentBroadcast(created));
    },
    list: async ({ ctx, query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listBroadcasts(db.read, ctx.caller.tenantId, page), page.limit, presentBroadcast));
    },
    get: async ({ ctx, params }) => {
      const row = await find(ctx.caller.tenantId, params);
      return row instanceof ApiError ? row : reply(200, presentBroadcast(row));
    },
    update: async ({ ctx, params, body }) => {
      const updated = await updateBroadcast(app, keyOf(ctx.caller.tenantId, params), body);
      return updated instanceof ApiError ? updated : reply(200, presentBroadcast(updated));
    },
    delete: async ({ ctx, params }) => {
      const deleted = await deleteBroadcast(app, keyOf(ctx.caller.tenantId, params));
      return deleted instanceof ApiError ? deleted : reply(200, { deleted: true, id: deleted.id } as const);
    },
    send: async ({ ctx, params, body }) => {
      const sent = await sendBroadcast(parts, keyOf(ctx.caller.tenantId, params), () => body().scheduled_at);
      if (sent instanceof ApiError) return sent;
      return sent.status === 'scheduled' ? reply(200, presentBroadcast(sent)) : reply(202, presentBroadcast(sent));
    },
    cancel: async ({ ctx, params }) => {
      const cancelled = await cancelBroadcast(app, keyOf(ctx.caller.tenantId, params));
      return cancelled instanceof ApiError ? cancelled : reply(200, presentBroadcast(cancelled));
    },
    pause: async ({ ctx, params }) => {
      const paused = await pauseBroadcast(app, keyOf(ctx.caller.tenantId, params));
      return paused instanceof ApiError ? paused : reply(200, presentBroadcast(paused));
    },
    resume: async ({ ctx, params }) => {
      const resumed = await resumeBroadcast(parts, keyOf(ctx.caller.tenantId, params));
      return resumed instanceof ApiError ? resumed : reply(200, presentBroadcast(resumed));
    },
    retry: async ({ ctx, params }) => {
      const retried = await retryBroadcast(parts, keyOf(ctx.caller.tenantId, params));
      return retried instanceof ApiError ? retried : reply(202, { retried });
    },
    test: async ({ ctx, params, body }) => {
      const row = await find(ctx.caller.tenantId, params);
      if (row instanceof ApiError) return row;
      const results = await test(row, body().to);
      return results instanceof ApiError ? results : reply(202, { data: results });
    },
    preview: async ({ ctx, params, body }) => {
      const row = await find(ctx.caller.tenantId, params);
      if (row instanceof ApiError) return row;
      const shown = await preview(row, body().contact_id);
      return shown instanceof ApiError ? shown : reply(200, shown);
    },
    listRecipients: async ({ ctx, params, query }) => {
      const row = await find(ctx.caller.tenantId, params);
      if (row instanceof ApiError) return row;
      return reply(200, await listRecipients(db.read, keyOf(ctx.caller.tenantId, params), query()));
    },
    stats: async ({ ctx, params }) => {
      const row = await find(ctx.caller.tenantId, params);
      return row instanceof ApiError ? row : reply(200, await countBroadcast(app, row));
    },
  };
}
