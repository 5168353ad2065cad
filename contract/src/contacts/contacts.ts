import { z } from 'zod';
import { deleted, idParam } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { batchItem, batchResult } from './contact-batch.ts';
import { contact, contactRequest, contactResult, givenAttributes, status } from './contact-fields.ts';
import { contactJobs } from './contact-jobs.ts';
import { contactEvent, foundContacts, listQuery, searchQuery } from './contact-lists.ts';

const ATTRIBUTE_ERRORS = ['too_many_attribute_keys', 'attributes_too_large', 'invalid_attribute_value'] as const;

export const contacts = {
  upsert: op({
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Create or update a contact',
    description: 'Returns 201 for a new address and 200 for an existing one, whose attributes are merged.',
    tags: ['Contacts'],
    scope: 'full',
    body: contactRequest,
    missing: 'validation_failed',
    responses: { 200: contactResult, 201: contactResult },
    answers: { 200: 'The contact existed; its attributes are merged.', 201: 'The contact was created.' },
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
      'Newest first; all filters given must match. A request searches at most 20,000 contacts, so a page may have few rows or none and ' +
      'still have a `next_cursor`: `searched_until` says how far back the search has got. To find a whole address at once, list contacts with `email`.',
    tags: ['Contacts'],
    scope: 'full',
    query: searchQuery,
    responses: { 200: foundContacts },
    answers: { 200: 'The matching contacts, and how far back the search has got.' },
    errors: ['validation_failed', 'invalid_cursor'],
  }),
  upsertMany: op({
    method: 'POST',
    path: '/v1/contacts/batch',
    summary: 'Create or update up to 100 contacts',
    description:
      'Each item succeeds or fails by itself; the response has one result for each, in order. The plan must have room for all items, including ' +
      'those of existing contacts. No webhook is called and no automation starts.',
    tags: ['Contacts'],
    scope: 'full',
    body: z.object({
      contacts: z
        .array(batchItem, { error: (issue) => (issue.input === undefined ? 'empty_batch' : undefined) })
        .min(1, 'empty_batch')
        .max(limits.batch, 'batch_too_large')
        .meta({ description: 'Contacts, 1 to 100.', override: { items: { $ref: '#/components/schemas/ContactRequest' } } }),
    }),
    eachApart: ['contacts'],
    item: contactRequest,
    missing: 'validation_failed',
    responses: { 200: batchResult },
    answers: { 200: 'A result for each item, in order, and the number of items by result.' },
    errors: ['empty_batch', 'batch_too_large', 'contact_limit_reached'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'Get a contact',
    description: 'Returns the contact with its attributes and its status.',
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
    summary: 'List the events of a contact',
    description:
      'Newest first: events of the contact itself, and of broadcast and automation mail sent to it. Other mail sent to its ' +
      'address is in the activity log.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    query: keysetQuery('evt'),
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
    answers: { 200: 'The updated contact.' },
    errors: ['not_found', 'invalid_status', ...ATTRIBUTE_ERRORS],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    summary: 'Delete a contact',
    description: 'The contact is removed from every audience. Messages and suppressions of its address remain.',
    tags: ['Contacts'],
    scope: 'full',
    params: idParam,
    responses: {
      200: deleted.extend({ email: z.string().describe('Address of the deleted contact.') }).meta({ id: 'DeletedContact' }),
    },
    answers: { 200: 'The contact was deleted.' },
    errors: ['not_found'],
  }),
  ...contactJobs,
};
