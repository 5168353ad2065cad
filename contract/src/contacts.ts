import { z } from 'zod';
import { contactJobs } from './contact-jobs.ts';
import { deleted, id, idParam, timestamp } from './core/fields.ts';
import { filter } from './core/filters.ts';
import { limits } from './core/limits.ts';
import { op } from './core/operation.ts';
import { keysetPage, keysetQuery } from './core/pagination.ts';
import { accountEventTypes, messageEventTypes } from './events.ts';

export const contactStatuses = ['subscribed', 'unsubscribed', 'cleaned'] as const;

const status = z
  .enum(contactStatuses, 'invalid_status')
  .describe('`unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail.');

const attributeValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const attributes = z.record(z.string(), attributeValue).describe('Values by name, as stored; null counts as not set.');

/** A person that a tenant may write to. */
export const contact = z
  .object({
    id,
    email: z.string().describe('In lower case; unique within the tenant.'),
    status,
    attributes,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Contact' });

const contactResult = z
  .object({
    id,
    email: z.string().describe('Address in lower case.'),
    status,
    attributes: attributes.describe('All values by name, those that were there before included.'),
    created: z.boolean().describe('False where the contact was there before.'),
  })
  .meta({ id: 'ContactResult' });

export type AttributeValue = z.infer<typeof attributeValue>;
export type Contact = z.infer<typeof contact>;
export type ContactStatus = z.infer<typeof status>;

const toStatus = (value: unknown) => contactStatuses.find((known) => known === value);

/** Not checked here, since its faults have codes and fields of their own. */
const givenAttributes = z
  .custom<Readonly<Record<string, AttributeValue>>>()
  .meta({
    override: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
  })
  .optional()
  .describe(
    'Put over those that are there; others are kept. At most 100, 16384 bytes as JSON in all; names of 1 to 100 characters, ' +
      'strings of at most 4096 characters, finite numbers, booleans, null. Whole numbers beyond 2^53 - 1 are refused, which are not ' +
      'exact once JSON is read: they are strings.',
  );

/** Body of `POST /v1/contacts`. */
export const contactRequest = z
  .object({
    email: z.string('invalid_email').max(limits.addressLength, 'invalid_email').describe('A bare address; trimmed and put in lower case.'),
    attributes: givenAttributes,
    status: z
      .custom<ContactStatus>()
      .meta({ override: { type: 'string', enum: [...contactStatuses] } })
      .transform(toStatus)
      .optional()
      .describe(
        'A new contact is `subscribed` unless this says otherwise; one that is there keeps its status. Anything unknown counts as ' +
          'absent. `subscribed` also lifts an unsubscription.',
      ),
  })
  .meta({ id: 'ContactRequest' });

/** Anything, since an item that is wrong fails by itself; the type says what it should be. */
const batchItem = z.unknown() as unknown as z.ZodType<unknown, z.input<typeof contactRequest>>;

const batchResult = z.object({
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

const listQuery = keysetQuery.extend({
  status: z.preprocess(toStatus, status.optional()).meta({
    description: 'Only contacts with this status; an unknown one is ignored.',
    override: { type: 'string', enum: [...contactStatuses] },
  }),
  email: z
    .preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined), z.string().optional())
    .meta({ description: 'Only the contact with this address.', override: { type: 'string' } }),
});

const searchQuery = keysetQuery.extend({
  email: filter(z.string().trim().max(limits.addressLength)).describe(
    'Only contacts whose address has this in it, in any case of its letters.',
  ),
  status: filter(z.enum(contactStatuses)).describe('Only contacts with this status.'),
  attribute_key: filter(z.string().max(100)).describe('Only contacts that have this attribute.'),
  attribute_value: filter(z.string().max(4096)).describe('Only contacts whose attribute `attribute_key` is this, as text.'),
});

const ATTRIBUTE_ERRORS = ['too_many_attribute_keys', 'attributes_too_large', 'invalid_attribute_value'] as const;

const contactEvent = z
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

export const contacts = {
  upsert: op({
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Create or update a contact',
    description: 'Answers 201 for a new address and 200 for a known one, whose attributes are merged.',
    tags: ['Contacts'],
    scope: 'full',
    body: contactRequest,
    missing: 'validation_failed',
    responses: { 200: contactResult, 201: contactResult },
    answers: { 200: 'The contact was there; its attributes are merged.', 201: 'The contact is new.' },
    errors: ['invalid_email', 'contact_limit_reached', ...ATTRIBUTE_ERRORS],
  }),
  list: op({
    method: 'GET',
    path: '/v1/contacts',
    summary: 'List contacts',
    description: 'Newest first.',
    tags: ['Contacts'],
    scope: 'full',
    query: listQuery,
    responses: { 200: keysetPage(contact) },
    answers: { 200: 'A page of contacts, newest first.' },
    errors: ['invalid_cursor'],
  }),
  search: op({
    method: 'GET',
    path: '/v1/contacts/search',
    summary: 'Search contacts',
    description:
      'Newest first; all that is given has to fit. A request looks at 20,000 contacts at most. So a page may have few rows or none and ' +
      'still a `next_cursor`: `searched_until` says how far back it has looked. A whole address is found at once by `email` of the list.',
    tags: ['Contacts'],
    scope: 'full',
    query: searchQuery,
    responses: {
      200: z.object({
        data: z.array(contact).describe('The contacts that were found, newest first; empty where there are none.'),
        next_cursor: z.string().nullable().describe('Position from which the search goes on; null once all has been looked at.'),
        searched_until: z
          .int()
          .nullable()
          .describe('Whatever was made later has been looked at, in milliseconds since 1970-01-01T00:00:00Z; null once all has been.'),
      }),
    },
    answers: { 200: 'What was found, and how far back it was looked for.' },
    errors: ['invalid_cursor'],
  }),
  upsertMany: op({
    method: 'POST',
    path: '/v1/contacts/batch',
    summary: 'Create or update up to 100 contacts',
    description:
      'Each item succeeds or fails by itself; the answer has one result for each, in order. The plan needs room for all items, those ' +
      'that are known included. No webhook is called and no automation begins.',
    tags: ['Contacts'],
    scope: 'full',
    body: z.object({
      contacts: z
        .array(batchItem, { error: (issue) => (issue.input === undefined ? 'empty_batch' : undefined) })
        .min(1, 'empty_batch')
        .max(limits.batch, 'batch_too_large')
        .meta({ description: 'Contacts, 1 to 100.', override: { items: { $ref: '#/components/schemas/ContactRequest' } } }),
    }),
    eachApart: 'contacts',
    item: contactRequest,
    missing: 'validation_failed',
    responses: { 200: batchResult },
    answers: { 200: 'A result for each item, in order, and how many of each kind there are.' },
    errors: ['empty_batch', 'batch_too_large', 'contact_limit_reached'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'Get a contact',
    description: 'The contact with its attributes and its status.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: { 200: contact },
    answers: { 200: 'The contact with its attributes.' },
    errors: ['not_found'],
  }),
  listEvents: op({
    method: 'GET',
    path: '/v1/contacts/{id}/events',
    summary: 'List what happened to a contact',
    description:
      'Newest first: to mail of broadcasts and automations that went to it, and to the contact itself. Mail that was sent to its ' +
      'address alone is in the activity log.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    query: keysetQuery,
    responses: { 200: keysetPage(contactEvent) },
    answers: { 200: 'A page of events, newest first.' },
    errors: ['not_found', 'invalid_cursor'],
  }),
  update: op({
    method: 'PATCH',
    path: '/v1/contacts/{id}',
    summary: 'Update a contact',
    description: 'Merges attributes and sets the status; an address never changes.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    body: z.object({
      attributes: givenAttributes,
      status: status.optional().describe('`subscribed` also lifts an unsubscription.'),
    }),
    missing: 'validation_failed',
    responses: { 200: contactResult },
    answers: { 200: 'The contact as it is now.' },
    errors: ['not_found', 'invalid_status', ...ATTRIBUTE_ERRORS],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    summary: 'Delete a contact',
    description: 'It leaves every audience. Messages and suppressions of its address remain.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: {
      200: deleted.extend({ email: z.string().describe('Address of the contact that is gone.') }).meta({ id: 'DeletedContact' }),
    },
    answers: { 200: 'The contact is gone.' },
    errors: ['not_found'],
  }),
  ...contactJobs,
};
