import type { Operation } from '@posthorn/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Hono } from 'hono';
import { ApiError } from '../core/errors/api-error.ts';
import type { Route } from '../core/operation/implement.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import type { Context } from '../core/request/context.ts';
import type { LargeJsonParser } from './bodies/large-json-parser.ts';
import { parseJson } from './bodies/parse-json.ts';
import type { BodySource } from './bodies/read-body.ts';
import { readJsonText } from './bodies/read-json-text.ts';
import type { Operations } from './call-operation.ts';
import { createContext } from './create-context.ts';
import { assertFullAccess, identifyByBearer } from './full-access.ts';
import type { MountOptions } from './mount.ts';
import { baseHeaders, writeError } from './respond.ts';
import { runInTurn } from './run-in-turn.ts';

const ENDPOINT = '/trpc';

const isCallable = ({ operation }: Route) =>
  (operation.bodyType ?? 'json') === 'json' && Object.values(operation.responses).every((declared) => !('media' in declared));

interface TrpcBody {
  readonly operation: Operation;
  readonly ctx: Context;
  readonly source: BodySource;
  readonly largeJson: LargeJsonParser;
}

/**
 * Returns the request with a body that is read and parsed within the limits of the operation, once tRPC asks for it: tRPC itself has no
 * limit, and would parse it on the main thread.
 */
function withBodyOf(request: Request, { operation, ctx, source, largeJson }: TrpcBody): Request {
  const { url, method, headers, signal } = request;
  const text = async () => {
    const body = await readJsonText(request, operation, source);
    if (body.size > 0) ctx.given = await parseJson(largeJson, body, source);
    return '';
  };
  return Object.defineProperty(new Request(url, { method, headers, signal }), 'text', { value: text });
}

/** Mounts the router for tRPC clients: for full_access keys, one call per request, without uploads and downloads. */
export function mountTrpc(hono: Hono, { router, routes }: Operations, options: MountOptions): void {
  const callable = new Map(routes.filter(isCallable).map(({ key, operation }) => [key, operation]));
  hono.all(`${ENDPOINT}/:key`, async (c) => {
    const context = createContext(options, c.req.url);
    try {
      const ctx: Context = {
        ...(await assertFullAccess(options, c, context)),
        testHeader: c.req.header('x-service-test'),
        idempotencyHeader: c.req.header('idempotency-key'),
      };
      const operation = callable.get(c.req.param('key'));
      if (operation === undefined) throw new ApiError('not_found');
      const { largeJson } = options;
      const handle = (source: BodySource) =>
        fetchRequestHandler({
          endpoint: ENDPOINT,
          req: withBodyOf(c.req.raw, { operation, ctx, largeJson, source }),
          router,
          allowBatching: false,
          createContext: () => ctx,
          responseMeta: ({ errors }) => {
            const [error] = errors;
            const fault = error === undefined ? undefined : toApiError(error);
            return { headers: { ...baseHeaders(ctx), ...fault?.headers }, ...(fault === undefined ? {} : { status: fault.status }) };
          },
          onError: ({ error }) => options.logFault(toApiError(error), ctx),
        });
      return await runInTurn(options, { c, ctx, identify: () => identifyByBearer(options, c) }, handle);
    } catch (error) {
      return writeError(toApiError(error), context, options.logFault);
    }
  });
}
