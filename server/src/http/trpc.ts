import { limits } from '@posthorn/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Hono } from 'hono';
import { ApiError } from '../core/api-error.ts';
import type { ByteBudget } from '../core/concurrency/byte-budget.ts';
import { assertAllowed } from '../core/context.ts';
import type { Route } from '../core/operation/implement.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { authenticate } from './authenticate.ts';
import type { Service } from './call-operation.ts';
import { createContext, type MountOptions } from './mount.ts';
import { readBody } from './read-body.ts';
import { baseHeaders, logFault, writeError } from './respond.ts';

const ENDPOINT = '/trpc';

const isCallable = ({ operation }: Route) =>
  (operation.bodyType ?? 'json') === 'json' && Object.values(operation.responses).every((declared) => !('media' in declared));

/** The request with its body read, which tRPC would otherwise take in whatever its size. */
async function withBody(request: Request, budget: ByteBudget): Promise<Request> {
  if (request.method !== 'POST') return request;
  const bytes = await readBody(request, limits.sendBodyBytes, budget);
  return new Request(request.url, { method: request.method, headers: request.headers, body: new Uint8Array(bytes) });
}

/** Serves the same router to tRPC clients: full_access keys, one call a request, no files and no streams. */
export function mountTrpc(hono: Hono, { router, routes }: Service, options: MountOptions): void {
  const callable = new Set(routes.filter(isCallable).map(({ key }) => key));
  hono.all(`${ENDPOINT}/:key`, async (c) => {
    const context = createContext(options, c.req.url);
    try {
      const caller = await authenticate(options, 'full', c.req.header('authorization') ?? null);
      const ctx = { ...context, caller };
      assertAllowed('full', ctx);
      if (!callable.has(c.req.param('key'))) throw new ApiError('not_found');
      return await fetchRequestHandler({
        endpoint: ENDPOINT,
        req: await withBody(c.req.raw, options.budget),
        router,
        allowBatching: false,
        createContext: () => ctx,
        responseMeta: ({ errors }) => {
          const [error] = errors;
          const fault = error === undefined ? undefined : toApiError(error);
          return { headers: { ...baseHeaders(ctx), ...fault?.headers }, ...(fault === undefined ? {} : { status: fault.status }) };
        },
        onError: ({ error }) => logFault(toApiError(error), ctx, options.log),
      });
    } catch (error) {
      return writeError(toApiError(error), context, options.log);
    }
  });
}
