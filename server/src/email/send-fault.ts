import { ApiError } from '../core/api-error.ts';

export type SendFault = ApiError<'validation_failed'>;

/** A field of a send request that cannot be used. */
export const invalid = (field: string, detail: string, max?: number): SendFault =>
  new ApiError('validation_failed', { field, ...(max === undefined ? {} : { max }) }, { detail: `${field}: ${detail}` });
