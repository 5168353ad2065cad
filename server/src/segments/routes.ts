import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { presentContactRow } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply, replyOr } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createSegment } from './create-segment.ts';
import { countContacts, listContacts, previewFilter } from './match-contacts.ts';
import { presentSegment } from './present.ts';
import { deleteSegmentRow, findSegment, listSegments } from './store.ts';
import { updateSegment } from './update-segment.ts';

/** `/v1/segments`. */
export function segmentRoutes(app: AppContext): Handlers<typeof contract>['segments'] {
  const { db } = app;
  return {
    create: async ({ ctx, body }) => {
      return replyOr(await createSegment(app, ctx.caller.tenantId, body()), 201, presentSegment);
    },
    list: async ({ ctx, query }) => {
      const page = query();
      const segments = await listSegments(db.read, ctx.caller.tenantId, page);
      return reply(
        200,
        toKeysetPage(segments.map(presentSegment), page.limit, (segment) => segment),
      );
    },
    get: async ({ ctx, params }) => {
      return replyOr(await findSegment(db.read, ctx.caller.tenantId, params.id), 200, presentSegment);
    },
    update: async ({ ctx, params: { id }, body }) => {
      const { tenantId } = ctx.caller;
      if ((await findSegment(db.read, tenantId, id)) === undefined) return new ApiError('not_found');
      const updated = await updateSegment(app, { tenantId, id, changes: body() });
      return updated instanceof ApiError ? updated : reply(200, presentSegment(updated));
    },
    delete: async ({ ctx, params: { id } }) => {
      const deleted = await db.transact((trx) => deleteSegmentRow(trx, ctx.caller.tenantId, id));
      return deleted ? reply(200, { deleted: true, id } as const) : new ApiError('not_found');
    },
    preview: async ({ ctx, body }) => {
      const { filter, limit } = body();
      const preview = await previewFilter(app, { tenantId: ctx.caller.tenantId, filter }, limit);
      if (preview instanceof ApiError) return preview;
      return reply(200, { count: preview.count, data: preview.newest.map(presentContactRow) });
    },
    listContacts: async ({ ctx, params, query }) => {
      const segment = await findSegment(db.read, ctx.caller.tenantId, params.id);
      if (segment === undefined) return new ApiError('not_found');
      const page = query();
      const contacts = await listContacts(app, segment, page);
      return contacts instanceof ApiError ? contacts : reply(200, toKeysetPage(contacts, page.limit, presentContactRow));
    },
    count: async ({ ctx, params }) => {
      const segment = await findSegment(db.read, ctx.caller.tenantId, params.id);
      if (segment === undefined) return new ApiError('not_found');
      const count = await countContacts(app, segment);
      return count instanceof ApiError ? count : reply(200, { segment_id: segment.id, count });
    },
  };
}
