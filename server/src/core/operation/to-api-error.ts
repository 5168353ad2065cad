import { TRPCError } from '@trpc/server';
import { ApiError } from '../errors/api-error.ts';
import { type Unavailable, unavailableIn } from '../errors/unavailable.ts';

/** Errors of tRPC itself, before a procedure runs. */
const TRPC_CODES: Partial<Record<TRPCError['code'], 'invalid_json' | 'not_found' | 'method_not_allowed'>> = {
  PARSE_ERROR: 'invalid_json',
  BAD_REQUEST: 'invalid_json',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_json',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
};

function unavailable(error: Unavailable): ApiError {
  const detail = error.detail === undefined ? {} : { detail: error.detail };
  return new ApiError('service_unavailable', {}, { ...detail, headers: { 'Retry-After': '1' }, cause: error.cause && error });
}

/** Returns the ApiError that was thrown, unwrapped from tRPC's error if necessary; `internal_error` for anything else. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TRPCError && error.cause instanceof ApiError) return error.cause;
  const away = unavailableIn(error);
  if (away !== undefined) return unavailable(away);
  if (error instanceof TRPCError) {
    const code = TRPC_CODES[error.code];
    if (code !== undefined) return new ApiError(code, {}, { cause: error });
  }
  return new ApiError('internal_error', {}, { cause: error });
}
