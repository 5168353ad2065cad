import type { Operation } from '@posthorn/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Hono } from 'hono';
import { ApiError } from '../core/api-error.ts';
import { assertAllowed } from '../core/context.ts';
import type { Route } from '../core/operation/implement.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { authenticate } from './authenticate.ts';
import type { Service } from './call-operation.ts';
import { inTurn } from './in-turn.ts';
import { createContext, type MountOptions } from './mount.ts';
import { decodeJson, readJsonText, type Sender } from './read-body.ts';
import { baseHeaders, logFault, writeError } from './respond.ts';
import { senderOf } from './sender.ts';

const ENDPOINT = '/trpc';

const isCallable = ({ operation }: Route) =>
  (operation.bodyType ?? 'json') === 'json' && Object.values(operation.responses).every((declared) => !('media' in declared));

/** The request with its body read as that of the operation, and when the procedure asks for it: tRPC would take in any size. */
function withBodyOf(operation: Operation, request: Request, sender: Sender): Request {
  const { url, method, headers, signal } = request;
  const text = async () => decodeJson(await readJsonText(request, operation, sender));
  return Object.defineProperty(new Request(url, { method, headers, signal }), 'text', { value: text });
}

/** Serves the same router to tRPC clients: full_access keys, one call a request, no files and no streams. */
export function mountTrpc(hono: Hono, { router, routes }: Service, options: MountOptions): void {
  const callable = new Map(routes.filter(isCallable).map(({ key, operation }) => [key, operation]));
  hono.all(`${ENDPOINT}/:key`, async (c) => {
    const context = createContext(options, c.req.url);
    try {
      const caller = await authenticate(options, 'full', c.req.header('authorization') ?? null);
      const ctx = { ...context, caller };
      assertAllowed('full', ctx);
      const operation = callable.get(c.req.param('key'));
      if (operation === undefined) throw new ApiError('not_found');
      const req = withBodyOf(operation, c.req.raw, senderOf(c, caller, options));
      const handle = () =>
        fetchRequestHandler({
          endpoint: ENDPOINT,
          req,
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
      return await inTurn(options.turns, caller, handle);
    } catch (error) {
      return writeError(toApiError(error), context, options.log);
    }
  });
}
