import type { AppContext } from '../app-context.ts';
import { MINUTE_MS } from '../core/durations.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { FindCallerAgain, TenantCaller } from '../core/request/caller.ts';
import type { Context } from '../core/request/context.ts';
import type { RateLimitedTenants, RateState } from '../quota/index.ts';

/** Sets the `X-RateLimit-…` headers of the answer. */
export function setRateHeaders({ headers }: Context, { limit, remaining, resetSeconds }: RateState): void {
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(resetSeconds);
}

const refusal = (limit: number, seconds: number, detail?: string): ApiError<'rate_limit_exceeded'> =>
  new ApiError(
    'rate_limit_exceeded',
    { limit },
    { headers: { 'Retry-After': String(seconds) }, ...(detail === undefined ? {} : { detail }) },
  );

/** Returns the refusal of a request beyond the rate limit, with `Retry-After` in seconds: of a limit that no wait helps against, the whole window. */
export const refuseRate = ({ limit, resetSeconds }: RateState): ApiError<'rate_limit_exceeded'> =>
  limit === 0
    ? refusal(limit, MINUTE_MS / 1000, 'The rate limit is 0 requests a minute: nothing can be sent.')
    : refusal(limit, Math.max(1, resetSeconds));

export interface RateParts {
  readonly findCallerAgain: FindCallerAgain;
  readonly app: AppContext;
  readonly rateLimitedTenants: RateLimitedTenants;
}

/**
 * Refuses a request before its body is read, if this process knows that its tenant has reached the rate limit. Reads the caller again
 * first, since the limit may have been raised. Returns undefined if the request may continue.
 */
export async function refuseWhenRateLimited(
  parts: RateParts,
  ctx: Context<TenantCaller>,
): Promise<ApiError<'rate_limit_exceeded' | 'unauthorized'> | undefined> {
  const { app, rateLimitedTenants } = parts;
  if (rateLimitedTenants.find(ctx.caller, app.clock.now()) === undefined) return undefined;
  const caller = await parts.findCallerAgain(ctx.caller);
  if (caller === undefined) return new ApiError('unauthorized');
  const rate = rateLimitedTenants.find(caller, app.clock.now());
  if (rate === undefined) return undefined;
  setRateHeaders(ctx, rate);
  return refuseRate(rate);
}
