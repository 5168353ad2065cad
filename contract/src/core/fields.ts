import { z } from 'zod';
import { limits } from './limits.ts';

/** The error for a time given as text, which says how to write it. */
const refuseText = ({ input }: { readonly input?: unknown }) =>
  typeof input === 'string' ? 'Must be a number of milliseconds since 1970-01-01T00:00:00Z, not a string.' : undefined;

/** An instant, in milliseconds since 1970-01-01T00:00:00Z. */
export const timestamp = z.int({ error: refuseText }).describe('Milliseconds since 1970-01-01T00:00:00Z.');

/** The id of the object that the field is in. */
export const id = z.string().describe('Id of this object: an opaque string that never changes.');

/** The id of another object. `what`: its name in the description, such as `the message`. */
export const idOf = (what: string) => z.string().describe(`Id of ${what}.`);

/** Path parameter of a resource. */
export const idParam = z.object({ id: z.string().describe('Id of the object, as returned when it was created.') });

/** A name given by people: trimmed, 1 to 255 characters. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameLength)
  .describe('1 to 255 characters, not counting surrounding white space; need not be unique.');

/** The same in responses. */
export const storedName = z.string().describe('Display name of this object.');

/** An email address, with or without a display name; its syntax is checked by the handler. */
export const mailAddress = z.string().max(limits.addressLength);

/** A line shown in a mailbox: a subject or preview text. */
export const mailLine = z
  .string()
  .max(limits.subjectLength)
  .regex(/^[^\r\n]*$/, 'No line break.');

/** The form of tag keys, and the error for others. */
export const TAG_KEY = { form: /^[A-Za-z0-9_-]{1,64}$/, fault: 'Keys have 1 to 64 letters, digits, _ and -.' } as const;

/** The first field of responses to deletions. */
export const gone = z.literal(true).describe('Always true: the object is deleted.');

export const deleted = z.object({ deleted: gone, id: idOf('what was deleted') }).meta({ id: 'Deleted' });
