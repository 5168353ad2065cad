import { z } from 'zod';
import { limits } from '../core/limits.ts';

const isShortText = (email: unknown) => typeof email === 'string' && email.length <= limits.addressLength;

/** A body that may name a contact of the tenant, by its id or its address. */
export const givenContact = z
  .object({
    contact_id: z.string().optional().describe('Id of a contact of the tenant; this or `email` is required.'),
    // Beside an id it may be anything, as a field that is not known may.
    email: z
      .custom<string>()
      .meta({
        description: 'Bare address of a contact of the tenant, if there is no `contact_id`; it is trimmed and converted to lower case.',
        override: { type: 'string', maxLength: limits.addressLength },
      })
      .optional(),
  })
  .refine(({ contact_id, email }) => contact_id !== undefined || email === undefined || isShortText(email), {
    path: ['email'],
    message: 'invalid_email',
  });

/** Whether a body names one, as a refinement asks. */
export const namesContact = ({ contact_id, email }: z.infer<typeof givenContact>): boolean => (contact_id ?? email) !== undefined;

/** A body that names one. */
export const namedContact = givenContact.refine(namesContact, { path: ['contact_id'], message: 'missing_field' });
