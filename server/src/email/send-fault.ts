import { ApiError } from '../core/api-error.ts';
import type { EmailRefusal } from './submission.ts';

export type SendFault = ApiError<'validation_failed'>;

/** A field of a send request that cannot be used. */
export const invalid = (field: string, detail: string, max?: number): SendFault =>
  new ApiError('validation_failed', { field, ...(max === undefined ? {} : { max }) }, { detail: `${field}: ${detail}` });

/** The refusal of a whole batch for one of its emails. */
export function refuseWhole(index: number, { fields, detail }: EmailRefusal): SendFault {
  const place = `emails[${index}]`;
  const field = typeof fields.field === 'string' && fields.field !== '' ? `${place}.${fields.field}` : place;
  return new ApiError('validation_failed', { field }, { detail: `${place}: ${detail ?? ''}` });
}
