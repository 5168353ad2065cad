import { z } from 'zod';
import { type contactRequest, status } from './contact-fields.ts';

/** Anything, since an item that is wrong fails by itself; the type says what it should be. */
export const batchItem = z.unknown() as unknown as z.ZodType<unknown, z.input<typeof contactRequest>>;

export const batchResult = z.object({
  data: z
    .array(
      z.object({
        index: z.int().describe('Place in the request, from 0.'),
        email: z.string().nullable().describe('In lower case, or as sent where the item failed; null where it is no string.'),
        id: z.string().nullable().describe('Id of the contact; null where the item failed.'),
        status: status.nullable().describe('Status of the contact; null where the item failed.'),
        created: z.boolean().describe('Whether the item made the contact.'),
        error: z.string().nullable().describe('Why the item failed, an error code; null where it did not.'),
      }),
    )
    .describe('A result for each item, in order.'),
  summary: z
    .object({
      created: z.int().describe('Items that made a contact.'),
      updated: z.int().describe('Items whose contact was there.'),
      failed: z.int().describe('Items that failed, and changed nothing.'),
    })
    .describe('How many items there are of each kind.'),
});
