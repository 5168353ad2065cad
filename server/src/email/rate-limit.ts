import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { FindCallerAgain, TenantCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { FullMinutes, RateState } from '../quota/index.ts';

/** Says in headers what is left of the minute. */
export function setRateHeaders({ headers }: Context, { limit, remaining, resetSeconds }: RateState): void {
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(resetSeconds);
}

/** Returns the refusal of a full minute. */
export function refuseRate({ limit, resetSeconds }: RateState): ApiError<'rate_limit_exceeded'> {
  const headers = { 'Retry-After': String(Math.max(1, resetSeconds)) };
  return new ApiError('rate_limit_exceeded', { limit }, { headers });
}

export interface RateParts {
  readonly findCallerAgain: FindCallerAgain;
  readonly app: AppContext;
  readonly fullMinutes: FullMinutes;
}

/** Refuses a request of a tenant whose minute is known to be full, before its body is read. */
export async function refuseWhenFull(
  parts: RateParts,
  ctx: Context<TenantCaller>,
): Promise<ApiError<'rate_limit_exceeded' | 'unauthorized'> | undefined> {
  const { app, fullMinutes } = parts;
  if (fullMinutes.find(ctx.caller, app.clock.now()) === undefined) return undefined;
  const caller = await parts.findCallerAgain(ctx.caller);
  if (caller === undefined) return new ApiError('unauthorized');
  const rate = fullMinutes.find(caller, app.clock.now());
  if (rate === undefined) return undefined;
  setRateHeaders(ctx, rate);
  return refuseRate(rate);
}
