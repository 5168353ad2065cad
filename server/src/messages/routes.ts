import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { seesBodies } from '../core/request/caller.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, reply } from '../core/request/handler.ts';
import { fitPage } from '../db/fit-page.ts';
import { listEventsOfMessage } from '../events/index.ts';
import { POSITIONS_PER_MS } from './message.ts';
import { cursorAfter, presentDetail, presentPage, presentSummary, presentWithoutBody } from './present.ts';
import { readSearch } from './search/read-search.ts';
import { searchMessages } from './search/search-messages.ts';
import { findBody, findMessage, listMessageBytes, listMessages } from './store.ts';

/** Returns the handlers of `/v1/messages`. */
export function messageRoutes(app: AppContext): Handlers<typeof contract>['messages'] {
  const { db } = app;
  return {
    list: async ({ ctx, query }) => {
      const { limit, cursor, tag_key: key = '', tag_value: value } = query();
      const tag = key === '' ? undefined : { key, value };
      const { tenantId } = ctx.caller;
      const page = await fitPage({ limit, cursor, tag }, (asked) => listMessageBytes(db.read, tenantId, asked));
      return reply(200, presentPage(await listMessages(db.read, tenantId, page), page.limit));
    },
    search: async ({ ctx, query }) => {
      const search = readSearch(query());
      if (search instanceof ApiError) return search;
      const { messages, next } = await searchMessages(app, { ...search, tenantId: ctx.caller.tenantId });
      const searchedUntil = next === null ? null : Math.floor(next / POSITIONS_PER_MS);
      return reply(200, { data: messages.map(presentSummary), next_cursor: next, searched_until: searchedUntil });
    },
    get: async (input) => {
      const ref = refOf(input);
      const message = await findMessage(db.read, ref);
      if (message === undefined) return new ApiError('not_found');
      input.ctx.cursorAfter = cursorAfter(message);
      const [body, events] = await Promise.all([
        findBody(db.read, ref.tenantId, message.bodyId),
        listEventsOfMessage(db.read, ref.tenantId, message.id),
      ]);
      const shown = message.stream === 'marketing' || seesBodies(input.ctx.caller);
      return reply(200, shown ? presentDetail(message, body, events) : presentWithoutBody(message, events));
    },
  };
}
