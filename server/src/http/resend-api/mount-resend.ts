import type { Hono, Context as HonoContext } from 'hono';
import type { Clock } from '../../core/clock.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import type { Context } from '../../core/request/context.ts';
import { allowOf } from '../allow.ts';
import type { BodySource } from '../bodies/read-body.ts';
import type { Operations } from '../call-operation.ts';
import { createContext } from '../create-context.ts';
import { assertFullAccess, identifyByBearer } from '../full-access.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';
import { runInTurn } from '../run-in-turn.ts';
import { calls } from './calls.ts';
import { toResendError } from './errors.ts';
import type { Exchange, ResendCall } from './exchange.ts';

const OTHER_BODY = {
  statusCode: 409,
  name: 'invalid_idempotent_request',
  message: 'This idempotency key was used with another body before. Give another key, or the same body.',
};
const RATE_HEADER = /^x-(ratelimit-\w+)$/i;

/** Rate limit headers in Resend's spelling, in addition to ours. */
const rateHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const resendName = RATE_HEADER.exec(name)?.[1]?.toLowerCase();
      return resendName === undefined ? [] : [[resendName, value]];
    }),
  );

function respond(
  body: object,
  { status, ctx, headers = {} }: { status: number; ctx: Context; headers?: Readonly<Record<string, string>> },
) {
  return Response.json(body, { status, headers: { ...baseHeaders(ctx), ...rateHeaders(ctx.headers), ...headers } });
}

const REST = 'Of what Resend has, this interface has sending, received mail, and domains to look at; /v1 has the rest.';

/** Refuses paths of Resend's API that are not served. */
async function refusePath(path: string): Promise<never> {
  const why = path.startsWith('/resend//') ? 'The base URL of the client must not end with a slash.' : REST;
  throw new ApiError('not_found', {}, { detail: `There is no such path here. ${why}` });
}

/** Refuses the other methods of a path that is served. */
async function refuseMethod(methods: readonly ResendCall['method'][]): Promise<never> {
  const headers = { Allow: allowOf(methods) };
  throw new ApiError('method_not_allowed', {}, { detail: `This path takes ${methods.join(', ')}. ${REST}`, headers });
}

interface ResendOptions extends MountOptions {
  readonly clock: Clock;
}

interface ResendParts extends ResendOptions {
  readonly operations: Operations;
}

const exchangeOf = (parts: ResendParts, c: HonoContext, { ctx, source }: { ctx: Context; source: BodySource }): Exchange => ({
  operations: parts.operations,
  source,
  largeJson: parts.largeJson,
  largeRequests: parts.largeRequests,
  request: c.req.raw,
  ctx,
  params: c.req.param(),
  query: c.req.query(),
  headers: Object.fromEntries(c.req.raw.headers),
  now: parts.clock.now(),
});

/** Serves one request: authenticates, calls the operations of `/v1`, and answers in Resend's shapes. */
async function serveCall(parts: ResendParts, c: HonoContext, serve: (exchange: Exchange) => Promise<object>): Promise<Response> {
  const context = createContext(parts, c.req.url);
  const authorization = c.req.header('authorization') ?? null;
  try {
    const ctx = await assertFullAccess(parts, c, context);
    const call = { c, ctx, identify: () => identifyByBearer(parts, c) };
    const answer = await runInTurn(parts, call, (source) => serve(exchangeOf(parts, c, { ctx, source })));
    // For a key that was used with another body, `/v1` repeats its first response; Resend refuses.
    if (Object.hasOwn(ctx.headers, 'Idempotent-Mismatch')) return respond(OTHER_BODY, { status: OTHER_BODY.statusCode, ctx });
    return respond(answer, { status: 200, ctx });
  } catch (error) {
    const fault = toApiError(error);
    parts.logFault(fault, context);
    return respond(toResendError(fault, authorization), { status: fault.status, ctx: context, headers: fault.headers });
  }
}

/** Serves Resend's official clients with the operations of `/v1`, for full_access keys. */
export function mountResend(hono: Hono, operations: Operations, options: ResendOptions): void {
  const parts = { ...options, operations };
  // Path by path, so that the other methods of a path do not reach a later one that it fits as well.
  for (const [path, served] of Map.groupBy(calls, (one) => one.path)) {
    for (const { method, serve } of served) hono.on(method, path, (c) => serveCall(parts, c, serve));
    hono.all(path, (c) => serveCall(parts, c, () => refuseMethod(served.map(({ method }) => method))));
  }
  hono.all('/resend/*', (c) => serveCall(parts, c, () => refusePath(c.req.path)));
}

const BASE = '/resend';

/** How Resend's clients, in every language, begin to name themselves. */
const CLIENT = /^resend-/i;

/** Answers Resend's clients whose base URL lacks the path in a shape that they show, where a served path would be; to be mounted before what refuses unknown paths. */
export function mountResendElsewhere(hono: Hono, options: MountOptions): void {
  const paths = new Set(calls.map(({ path }) => path.slice(BASE.length)));
  for (const path of paths) {
    hono.all(path, async (c, next) => {
      if (!CLIENT.test(c.req.header('user-agent') ?? '')) return next();
      const detail = "There is no such path here. The base URL of Resend's clients ends with /resend.";
      const fault = new ApiError('not_found', {}, { detail });
      return respond(toResendError(fault, null), { status: fault.status, ctx: createContext(options, c.req.url) });
    });
  }
}
