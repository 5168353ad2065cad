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
    responses: { 200: foundContacts },
    answers: { 200: 'What was found, and how far back it was looked for.' },
    errors: ['validation_failed', 'invalid_cursor'],
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
