import { limits } from '@posthorn/contract';
import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError } from '../core/api-error.ts';
import { assertAllowed, type Route, toApiError } from '../core/implement.ts';
import { createContext, type MountOptions } from './mount.ts';
import { writeError } from './respond.ts';

const ENDPOINT = '/trpc';

const isCallable = ({ operation }: Route) =>
  operation.bodyType !== 'multipart' && Object.values(operation.responses).every((declared) => !('media' in declared));

/** Serves the same router to tRPC clients: full_access keys, one call a request, no files and no streams. */
export function mountTrpc(app: Hono, { router, routes }: { router: AnyTRPCRouter; routes: readonly Route[] }, options: MountOptions): void {
  const callable = new Set(routes.filter(isCallable).map(({ key }) => key));
  const tooLarge = new ApiError('request_too_large', { max_bytes: limits.sendBodyBytes });
  const limit = bodyLimit({ maxSize: limits.sendBodyBytes, onError: () => writeError(tooLarge, createContext(options), options.log) });
  app.use(`${ENDPOINT}/*`, limit);
  app.all(`${ENDPOINT}/:key`, async (c) => {
    const context = createContext(options);
    try {
      const caller = await options.authenticate('full', c.req.header('authorization') ?? null);
      const ctx = { ...context, caller };
      assertAllowed('full', ctx);
      if (!callable.has(c.req.param('key'))) throw new ApiError('not_found');
      return await fetchRequestHandler({
        endpoint: ENDPOINT,
        req: c.req.raw,
        router,
        allowBatching: false,
        createContext: () => ctx,
        responseMeta: ({ errors }) => {
          const [error] = errors;
          const fault = error === undefined ? undefined : toApiError(error);
          const headers = { 'X-Request-Id': ctx.requestId, 'Cache-Control': 'no-store', ...fault?.headers };
          return { headers, ...(fault === undefined ? {} : { status: fault.status }) };
        },
        onError: ({ error }) => {
          const fault = toApiError(error);
          if (fault.status >= 500) options.log.error({ request_id: ctx.requestId, err: fault.cause }, 'request failed');
        },
      });
    } catch (error) {
      return writeError(toApiError(error), context, options.log);
    }
  });
}
