import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { addressFilter, filter } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { keysetQuery } from '../core/pagination.ts';
import { accountEventTypes, messageEventTypes } from '../events.ts';
import { contact, contactStatuses, status, toStatus } from './contact-fields.ts';

export const listQuery = keysetQuery('con').extend({
  status: z.preprocess(toStatus, status.optional()).meta({
    description: 'Only contacts with this status; an unknown one is ignored.',
    override: { type: 'string', enum: [...contactStatuses] },
  }),
  email: addressFilter('Only the contact with this address.'),
});

export const searchQuery = keysetQuery('con').extend({
  email: filter(z.string().trim().max(limits.addressLength)).describe(
    'Only contacts whose address contains this, ignoring case; each label of a domain may be in its readable form or in ASCII.',
  ),
  status: filter(z.enum(contactStatuses)).describe('Only contacts with this status.'),
  attribute_key: filter(z.string().max(limits.attributeNameLength)).describe('Only contacts that have this attribute.'),
  attribute_value: filter(z.string().max(limits.attributeLength)).describe(
    'Only contacts whose attribute `attribute_key` has this value, given as text.',
  ),
});

export const foundContacts = z.object({
  data: z.array(contact).describe('The matching contacts, newest first; empty if there are none.'),
  next_cursor: z.string().nullable().describe('Position from which the search continues; null once all contacts have been searched.'),
  searched_until: z
    .int()
    .nullable()
    .describe(
      'All contacts created later have been searched, in milliseconds since 1970-01-01T00:00:00Z; null once all contacts have been.',
    ),
});

export const contactEvent = z
  .object({
    id,
    type: z.enum([...messageEventTypes, ...accountEventTypes]).describe('What happened to the contact or to its mail.'),
    message_id: z.string().nullable().describe('The message that it happened to; null if it happened to the contact.'),
    test_mode: z.boolean().describe('Whether delivery was simulated.'),
    timestamp,
    data: z.record(z.string(), z.unknown()).describe('Data by event type, as in webhooks.'),
  })
  .meta({ id: 'ContactEvent' });

export type ContactEvent = z.infer<typeof contactEvent>;
