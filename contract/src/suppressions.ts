import { z } from 'zod';
import { gone, timestamp } from './core/fields.ts';
import { addressFilter, knownFilter } from './core/filters.ts';
import { limits } from './core/limits.ts';
import { op } from './core/operation.ts';
import { logPage, logQuery } from './core/pagination.ts';

const reasons = ['manual', 'hard_bounce', 'complaint', 'unsubscribe'] as const;

/** Why an address is on the list. */
const reason = z.enum(reasons);

const scope = z.enum(['all', 'marketing']);

const suppression = z
  .object({
    email: z.string().describe('Bare and in lower case.'),
    reason: reason.describe('`manual` for entries added through the API; the service adds the others.'),
    scope: scope.describe('`marketing`: blocks only mail of that stream, as after an unsubscription.'),
    source_message_id: z.string().nullable().describe('The message that the reason came from.'),
    test_mode: z.boolean().describe('Whether the reason was simulated.'),
    created_at: timestamp,
  })
  .meta({ id: 'Suppression' });

export type Suppression = z.infer<typeof suppression>;
export type SuppressionReason = z.infer<typeof reason>;

const email = z
  .string('invalid_email')
  .max(limits.addressLength, 'invalid_email')
  .describe('A bare email address; it is trimmed and converted to lower case.');

const emailParam = z.object({ email: z.string().describe('The address, percent-encoded.') });

const emails = z
  // Items are not checked here: a bad one fails by itself.
  .array(z.custom<string>().meta({ override: { type: 'string' } }), {
    error: (issue) => (issue.input === undefined ? 'empty_batch' : undefined),
  })
  .min(1, 'empty_batch')
  .max(limits.batch, 'batch_too_large')
  .meta({ description: 'Addresses, 1 to 100.' });

const listQuery = logQuery.extend({
  reason: knownFilter(reasons, 'Only entries with this reason'),
  email: addressFilter('Only the entry of this address.'),
});

const itemEmail = z.string().nullable().describe('Bare and in lower case, or as sent if it is not an address; null if it is not a string.');

const addedMany = z.object({
  data: z
    .array(
      z.object({
        email: itemEmail,
        added: z.boolean().describe('False if the address was on the list already.'),
        error: z.string().nullable().describe('Error code if the item failed; otherwise null.'),
      }),
    )
    .describe('A result for each item, in order.'),
  summary: z
    .object({ added: z.int().describe('Addresses added to the list.'), skipped: z.int().describe('Items that added nothing.') })
    .describe('How many items there are of each kind.'),
});

const removedMany = z.object({
  data: z.array(z.object({ email: itemEmail, deleted: gone })).describe('A result for each item, in order.'),
  summary: z
    .object({ deleted: z.int().describe('Number of items, including those that were not on the list.') })
    .describe('Number of items.'),
});

const removed = z
  .object({ deleted: gone, email: z.string().describe('The address, bare and in lower case.') })
  .meta({ id: 'DeletedAddress' });
const erased = z
  .object({
    erased: z.literal(true).describe('Always true: it is erased.'),
    email: z.string().describe('The address, bare and in lower case; the service no longer stores it.'),
  })
  .meta({ id: 'ErasedAddress' });

/** Requests and answers shared by the tenant's and the operator's routes. */
export const suppressionForms = {
  suppression,
  page: logPage(suppression),
  listQuery,
  body: z.object({ email }),
  emailParam,
  removed,
  erased,
};

export const suppressions = {
  list: op({
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'List suppressions',
    description: 'Addresses that get no mail from this tenant, newest first.',
    tags: ['Suppressions'],
    scope: 'full',
    query: listQuery,
    responses: { 200: suppressionForms.page },
    answers: { 200: 'A page of suppressions, newest first.' },
    errors: ['invalid_cursor'],
  }),
  add: op({
    method: 'POST',
    path: '/v1/suppressions',
    summary: 'Suppress an address',
    description: 'Returns 200 with the existing entry if there is one. An entry from an unsubscription is widened to all mail.',
    tags: ['Suppressions'],
    scope: 'full',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppression, 201: suppression },
    answers: { 200: 'The address was on the list already; this is its entry.', 201: 'The address was added to the list.' },
    errors: ['invalid_email'],
  }),
  addMany: op({
    method: 'POST',
    path: '/v1/suppressions/bulk',
    summary: 'Suppress up to 100 addresses',
    description: 'Each item succeeds or fails by itself; the response has one result for each, in order.',
    tags: ['Suppressions'],
    scope: 'full',
    body: z.object({ emails }),
    eachApart: ['emails'],
    missing: 'validation_failed',
    responses: { 200: addedMany },
    answers: { 200: 'A result for each item, in order, and how many were added.' },
    errors: ['empty_batch', 'batch_too_large'],
  }),
  removeMany: op({
    method: 'DELETE',
    path: '/v1/suppressions/bulk',
    summary: 'Remove the suppression of up to 100 addresses',
    description: 'The response is the same whether or not an address was suppressed.',
    tags: ['Suppressions'],
    scope: 'full',
    body: z.object({ emails }),
    eachApart: ['emails'],
    missing: 'validation_failed',
    responses: { 200: removedMany },
    answers: { 200: 'A result for each item, in order: none of them is on the list.' },
    errors: ['empty_batch', 'batch_too_large'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/suppressions/{email}',
    summary: 'Get the suppression of an address',
    description: 'Returns why and since when an address gets no mail from this tenant; 404 if it is not on the list.',
    tags: ['Suppressions'],
    scope: 'full',
    params: emailParam,
    responses: { 200: suppression },
    answers: { 200: 'The entry of the address.' },
    errors: ['not_found'],
  }),
  remove: op({
    method: 'DELETE',
    path: '/v1/suppressions/{email}',
    summary: 'Remove the suppression of an address',
    description: 'The response is the same whether or not the address was suppressed. The status of a contact does not change.',
    tags: ['Suppressions'],
    scope: 'full',
    params: emailParam,
    responses: { 200: removed },
    answers: { 200: 'The address is not on the list.' },
    errors: [],
  }),
};
