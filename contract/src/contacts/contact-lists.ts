import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { filter } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { keysetQuery } from '../core/pagination.ts';
import { accountEventTypes, messageEventTypes } from '../events.ts';
import { contact, contactStatuses, status, toStatus } from './contact-fields.ts';

export const listQuery = keysetQuery('con').extend({
  status: z.preprocess(toStatus, status.optional()).meta({
    description: 'Only contacts with this status; an unknown one is ignored.',
    override: { type: 'string', enum: [...contactStatuses] },
  }),
  email: z
    .preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined), z.string().optional())
    .meta({ description: 'Only the contact with this address.', override: { type: 'string' } }),
});

export const searchQuery = keysetQuery('con').extend({
  email: filter(z.string().trim().max(limits.addressLength)).describe(
    'Only contacts whose address has this in it, in any case of its letters, and each label of a domain as it is read or in ASCII.',
  ),
  status: filter(z.enum(contactStatuses)).describe('Only contacts with this status.'),
  attribute_key: filter(z.string().max(limits.attributeNameLength)).describe('Only contacts that have this attribute.'),
  attribute_value: filter(z.string().max(limits.attributeLength)).describe(
    'Only contacts whose attribute `attribute_key` is this, as text.',
  ),
});

export const foundContacts = z.object({
  data: z.array(contact).describe('The contacts that were found, newest first; empty where there are none.'),
  next_cursor: z.string().nullable().describe('Position from which the search goes on; null once all has been looked at.'),
  searched_until: z
    .int()
    .nullable()
    .describe('Whatever was made later has been looked at, in milliseconds since 1970-01-01T00:00:00Z; null once all has been.'),
});

export const contactEvent = z
  .object({
    id,
    type: z.enum([...messageEventTypes, ...accountEventTypes]).describe('What happened to the contact or to its mail.'),
    message_id: z.string().nullable().describe('The message that it happened to; null where it happened to the contact.'),
    test_mode: z.boolean().describe('Whether delivery was simulated.'),
    timestamp,
    data: z.record(z.string(), z.unknown()).describe('By type, as webhooks are told.'),
  })
  .meta({ id: 'ContactEvent' });

export type ContactEvent = z.infer<typeof contactEvent>;
