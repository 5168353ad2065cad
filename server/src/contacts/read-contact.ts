import { ApiError } from '../core/errors/api-error.ts';
import { bareAddress } from '../suppressions/index.ts';
import { readAttributes } from './attributes.ts';
import type { ContactEntry } from './contact.ts';

/** A contact as given by a caller. */
export interface GivenContact {
  readonly email: string;
  readonly attributes?: unknown;
  readonly status?: ContactEntry['status'];
}

/** A contact's address has no display name. */
export const contactAddress = (text: string): string | ApiError<'invalid_email'> =>
  /[<>]/.test(text) ? new ApiError('invalid_email') : bareAddress(text);

/** Checks an address with its attributes and status. */
export function readContact({
  email: given,
  attributes,
  status,
}: GivenContact): ContactEntry | ApiError<'invalid_email' | 'invalid_attribute_value'> {
  const email = contactAddress(given);
  if (email instanceof ApiError) return email;
  const read = readAttributes(attributes);
  return read instanceof ApiError ? read : { email, attributes: read, status };
}
