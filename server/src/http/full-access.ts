import type { Context as HonoContext } from 'hono';
import { assertAllowed } from '../core/operation/access.ts';
import type { Caller } from '../core/request/caller.ts';
import type { Context } from '../core/request/context.ts';
import { type AuthenticateOptions, authenticate } from './authenticate.ts';
import { originOf } from './bodies/body-source.ts';

/** Returns the caller of a request to an interface beside `/v1`. Throws `unauthorized`. */
export const identifyByBearer = (options: AuthenticateOptions, c: HonoContext): Promise<Caller> =>
  authenticate(options, 'full', c.req.header('authorization') ?? null);

/**
 * Returns the context of a request to an interface beside `/v1`, with its caller. These interfaces are for callers with full access; throws
 * `unauthorized` and `forbidden`.
 */
export async function assertFullAccess(options: AuthenticateOptions, c: HonoContext, context: Context): Promise<Context> {
  const caller = await identifyByBearer(options, c);
  const ctx: Context = { ...context, caller, from: originOf(c, context), signal: c.req.raw.signal };
  assertAllowed('full', ctx);
  return ctx;
}
