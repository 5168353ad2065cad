import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { presentContact } from '../contacts/index.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createSegment } from './create-segment.ts';
import { countContacts, listContacts, previewFilter } from './match-contacts.ts';
import { presentSegment } from './present.ts';
import { deleteSegmentRow, findSegment, listSegments } from './store.ts';
import { updateSegment } from './update-segment.ts';

/** Returns the handlers of `/v1/segments`. */
export function segmentRoutes(app: AppContext): Handlers<typeof contract>['segments'] {
  const { db } = app;
  return {
    create: async ({ ctx, body }) => replyOr(await createSegment(app, ctx.caller.tenantId, body()), 201, presentSegment),
    list: async ({ ctx, query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listSegments(db.read, ctx.caller.tenantId, page), page.limit, presentSegment));
    },
    get: async (input) => replyOr(await findSegment(db.read, refOf(input)), 200, presentSegment),
    update: async (input) => replyOr(await updateSegment(app, refOf(input), input.body), 200, presentSegment),
    delete: async (input) => {
      const ref = refOf(input);
      const deleted = await db.transact((trx) => deleteSegmentRow(trx, ref));
      return deleted ? reply(200, { deleted: true, id: ref.id } as const) : new ApiError('not_found');
    },
    preview: async ({ ctx, body }) => {
      const { filter, limit } = body();
      const preview = await previewFilter(app, { tenantId: ctx.caller.tenantId, filter }, limit);
      return replyOr(preview, 200, ({ count, newest }) => ({ count, data: newest.map(presentContact) }));
    },
    listContacts: async (input) => {
      const segment = await findSegment(db.read, refOf(input));
      if (segment === undefined) return new ApiError('not_found');
      const page = input.query();
      return replyOr(await listContacts(app, segment, page), 200, (contacts) => toKeysetPage(contacts, page.limit, presentContact));
    },
    count: async (input) => {
      const segment = await findSegment(db.read, refOf(input));
      if (segment === undefined) return new ApiError('not_found');
      return replyOr(await countContacts(app, segment), 200, (count) => ({ segment_id: segment.id, count }));
    },
  };
}
