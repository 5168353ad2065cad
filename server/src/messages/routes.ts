import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { listEventsOfMessage } from '../events/index.ts';
import { presentDetail, presentPage } from './present.ts';
import { findBody, findMessage, listMessages } from './store.ts';

/** The activity log. */
export function messageRoutes({ db }: AppContext): Handlers<typeof contract>['messages'] {
  return {
    list: async ({ ctx, query }) => {
      const { limit, cursor, tag_key: key = '', tag_value: value } = query();
      const tag = key === '' ? undefined : { key, value };
      const rows = await listMessages(db.read, ctx.caller.tenantId, { limit, cursor, tag });
      return reply(200, presentPage(rows, limit));
    },
    get: async ({ ctx, params }) => {
      const { tenantId } = ctx.caller;
      const row = await findMessage(db.read, tenantId, params.id);
      if (row === undefined) return new ApiError('not_found');
      const [body, events] = await Promise.all([findBody(db.read, tenantId, row.body_id), listEventsOfMessage(db.read, tenantId, row.id)]);
      return reply(200, presentDetail(row, body, events));
    },
  };
}
