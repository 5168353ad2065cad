import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/request/handler.ts';
import { deleteBroadcast } from './delete-broadcast.ts';
import { duplicateBroadcast } from './draft/duplicate-broadcast.ts';
import { createBroadcast, updateBroadcast } from './draft/write-broadcast.ts';
import { countBroadcast } from './ledger/count-broadcast.ts';
import { listRecipients } from './ledger/list-recipients.ts';
import { listBroadcasts } from './list-broadcasts.ts';
import { cancelBroadcast, pauseBroadcast } from './move-broadcast.ts';
import { presentBroadcast } from './present.ts';
import { previewBroadcast } from './preview/preview-broadcast.ts';
import { resumeBroadcast } from './resume-broadcast.ts';
import { retryBroadcast } from './retry-broadcast.ts';
import { sendBroadcast } from './send/send-broadcast.ts';
import type { BroadcastParts } from './send/start-broadcast.ts';
import { testBroadcast } from './send/test-broadcast.ts';
import { findBroadcast } from './store.ts';

/** Returns the handlers of `/v1/broadcasts`. */
export function broadcastRoutes(parts: BroadcastParts): Handlers<typeof contract>['broadcasts'] {
  const { app } = parts;
  const { read } = app.db;
  return {
    create: async ({ ctx, body }) => replyOr(await createBroadcast(app, ctx.caller.tenantId, body()), 201, presentBroadcast),
    list: async ({ ctx, query }) => reply(200, await listBroadcasts(app, ctx.caller.tenantId, query())),
    get: async (input) => replyOr(await findBroadcast(read, refOf(input)), 200, presentBroadcast),
    update: async (input) => replyOr(await updateBroadcast(app, refOf(input), input.body), 200, presentBroadcast),
    duplicate: async (input) => replyOr(await duplicateBroadcast(app, refOf(input), input.body), 201, presentBroadcast),
    delete: async (input) => replyOr(await deleteBroadcast(app, refOf(input)), 200, presentDeleted),
    send: async (input) => {
      const sent = await sendBroadcast(parts, refOf(input), input.body);
      if (sent instanceof ApiError) return sent;
      return sent.status === 'scheduled' ? reply(200, presentBroadcast(sent)) : reply(202, presentBroadcast(sent));
    },
    cancel: async (input) => replyOr(await cancelBroadcast(app, refOf(input)), 200, presentBroadcast),
    pause: async (input) => replyOr(await pauseBroadcast(app, refOf(input)), 200, presentBroadcast),
    resume: async (input) => replyOr(await resumeBroadcast(parts, refOf(input)), 200, presentBroadcast),
    retry: async (input) => replyOr(await retryBroadcast(parts, refOf(input)), 202, (retried) => ({ retried })),
    test: async (input) => replyOr(await testBroadcast(parts, refOf(input), input.body), 202, (data) => ({ data })),
    preview: async (input) => replyOr(await previewBroadcast(parts, refOf(input), input.body), 200, (preview) => preview),
    listRecipients: async (input) => replyOr(await listRecipients(app, refOf(input), input.query), 200, (page) => page),
    stats: async (input) => replyOr(await countBroadcast(app, refOf(input), input.query), 200, (stats) => stats),
  };
}
