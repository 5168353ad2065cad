import { errors } from '@posthorn/contract';
import type { ApiError } from '../../core/errors/api-error.ts';
import { headerArguments } from './input-schema.ts';

/** Returns the envelope of an error, which names arguments of the tool where `/v1` would name headers. */
export function nameArguments(fault: ApiError): Record<string, unknown> {
  const envelope = fault.toEnvelope();
  const { field, detail } = envelope;
  if (typeof detail !== 'string') return envelope;
  for (const [argument, header] of Object.entries(headerArguments)) {
    const isField = field === header.toLowerCase();
    // A sentence may quote the input, which stays as it is.
    const isOwn = errors[fault.code].detail?.includes(header) === true;
    if (!isField && !isOwn) continue;
    const named = detail.replaceAll(header, argument).replaceAll(header.toLowerCase(), argument);
    return { ...envelope, detail: named, ...(isField ? { field: argument } : {}) };
  }
  return envelope;
}
