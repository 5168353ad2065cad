import type { Hono, Context as HonoContext } from 'hono';
import { ApiError } from '../../core/api-error.ts';
import { assertAllowed } from '../../core/assert-allowed.ts';
import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { toApiError } from '../../core/to-api-error.ts';
import { authenticate } from '../authenticate.ts';
import { callOperation, routeOf, type Service } from '../call-operation.ts';
import { createContext, type MountOptions, takeBody } from '../mount.ts';
import { baseHeaders, logFault } from '../respond.ts';
import { calls, type Exchange } from './calls.ts';
import { toResendError } from './errors.ts';

const RATE_HEADER = /^x-(ratelimit-\w+)$/i;

/** Rate headers in Resend's spelling, beside ours. */
const rateHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const theirs = RATE_HEADER.exec(name)?.[1]?.toLowerCase();
      return theirs === undefined ? [] : [[theirs, value]];
    }),
  );

function respond(
  body: object,
  { status, ctx, headers = {} }: { status: number; ctx: Context; headers?: Readonly<Record<string, string>> },
) {
  return Response.json(body, { status, headers: { ...baseHeaders(ctx), ...rateHeaders(ctx.headers), ...headers } });
}

const matches = (pattern: string, path: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** Refuses what the door does not open to. */
async function serveUnknown(path: string): Promise<never> {
  const methods = calls.filter((call) => matches(call.path, path)).map(({ method }) => method);
  const rest = 'Of what Resend has, this door opens to sending; /v1 has the rest.';
  if (methods.length === 0) throw new ApiError('not_found', {}, { detail: `There is no such path here. ${rest}` });
  const allowed = [...new Set(methods)].join(', ');
  throw new ApiError('method_not_allowed', {}, { detail: `This path takes ${allowed}. ${rest}`, headers: { Allow: allowed } });
}

/** Serves the official clients of Resend by the operations of `/v1`: full_access keys, Resend's shapes. */
export function mountResend(hono: Hono, service: Service, options: MountOptions & { readonly clock: Clock }): void {
  const exchangeOf = (c: HonoContext, ctx: Context): Exchange => ({
    params: c.req.param(),
    headers: Object.fromEntries(c.req.raw.headers),
    now: options.clock.now(),
    takeBody: (key) => takeBody(c.req.raw, routeOf(service, key).operation, options.budget),
    call: (key, readInput) => callOperation(service, key, { ctx, readInput, signal: c.req.raw.signal }),
  });

  const serveBy = (serve: (exchange: Exchange) => Promise<object>) => async (c: HonoContext) => {
    const context = createContext(options);
    const authorization = c.req.header('authorization') ?? null;
    try {
      const ctx = { ...context, caller: await authenticate(options, 'full', authorization) };
      assertAllowed('full', ctx);
      return respond(await serve(exchangeOf(c, ctx)), { status: 200, ctx });
    } catch (error) {
      const fault = toApiError(error);
      logFault(fault, context, options.log);
      return respond(toResendError(fault, authorization), { status: fault.status, ctx: context, headers: fault.headers });
    }
  };

  for (const { method, path, serve } of calls) hono.on(method, path, serveBy(serve));
  hono.all('/resend/*', (c) => serveBy(() => serveUnknown(c.req.path))(c));
}
