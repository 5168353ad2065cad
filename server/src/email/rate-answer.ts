import { ApiError } from '../core/api-error.ts';
import type { Context } from '../core/context.ts';
import type { RateState } from '../quota/index.ts';

/** Says in headers what is left of the minute. */
export function tellRate({ headers }: Context, { limit, remaining, resetSeconds }: RateState): void {
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(resetSeconds);
}

/** The refusal of a full minute. */
export function refuseRate({ limit, resetSeconds }: RateState): ApiError<'rate_limit_exceeded'> {
  const headers = { 'Retry-After': String(Math.max(1, resetSeconds)) };
  return new ApiError('rate_limit_exceeded', { limit }, { headers });
}
