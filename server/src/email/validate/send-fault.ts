import { ApiError } from '../../core/errors/api-error.ts';

export type SendFault = ApiError<'validation_failed'>;

/** Why one email is refused, whatever becomes of the others in its batch. */
export type EmailRefusal = SendFault | ApiError<'from_domain_not_verified' | 'template_not_found' | 'template_render_failed'>;

/** Returns the fault of a field of a send request. `max`: the limit that was exceeded. */
export const invalid = (field: string, detail: string, max?: number): SendFault =>
  new ApiError('validation_failed', { field, ...(max === undefined ? {} : { max }) }, { detail: `${field}: ${detail}` });

/** Returns the refusal of a whole batch for one of its emails. */
export function refuseWhole(index: number, { fields, detail }: EmailRefusal): SendFault {
  const place = `emails[${index}]`;
  const field = typeof fields.field === 'string' && fields.field !== '' ? `${place}.${fields.field}` : place;
  return new ApiError('validation_failed', { field }, { detail: `${place}: ${detail ?? ''}` });
}
