import { z } from 'zod';
import { type contactRequest, status } from './contact-fields.ts';

/** Accepts anything, since an invalid item fails by itself; the type declares the valid form. */
export const batchItem = z.unknown() as unknown as z.ZodType<unknown, z.input<typeof contactRequest>>;

export const batchResult = z.object({
  data: z
    .array(
      z.object({
        index: z.int().describe('Position in the request, starting at 0.'),
        email: z.string().nullable().describe('In lower case, or as sent if the item failed; null if it is not a string.'),
        id: z.string().nullable().describe('Id of the contact; null if the item failed.'),
        status: status.nullable().describe('Status of the contact; null if the item failed.'),
        created: z.boolean().describe('Whether the item created the contact.'),
        error: z.string().nullable().describe('Error code if the item failed; otherwise null.'),
      }),
    )
    .describe('A result for each item, in order.'),
  summary: z
    .object({
      created: z.int().describe('Items that created a contact.'),
      updated: z.int().describe('Items whose contact existed.'),
      failed: z.int().describe('Items that failed and changed nothing.'),
    })
    .describe('Number of items by result.'),
});
