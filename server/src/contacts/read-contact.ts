import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { bareAddress } from '../suppressions/index.ts';
import { readAttributes } from './attributes.ts';
import type { ContactEntry } from './contact.ts';
import { findContactsByEmail } from './store.ts';

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

/** How a request names a contact: by its id or its address. */
export interface NamedContact {
  readonly contact_id?: string | undefined;
  /** Instead of the id. */
  readonly email?: string | undefined;
}

/** Returns the id of the contact that is meant; an id is not looked up. */
export async function findContactId(
  { db }: AppContext,
  tenantId: string,
  { contact_id: id, email: given = '' }: NamedContact,
): Promise<string | ApiError<'contact_not_found' | 'invalid_email'>> {
  if (id !== undefined) return id;
  const email = contactAddress(given);
  if (email instanceof ApiError) return email;
  const [found] = await findContactsByEmail(db.read, [{ tenantId, email }]);
  return found?.id ?? new ApiError('contact_not_found', {}, { detail: 'There is no contact with this address.' });
}
