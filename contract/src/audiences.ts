import { z } from 'zod';
import { contact } from './contacts/contact-fields.ts';
import { givenContact, namesContact } from './contacts/named-contact.ts';
import { deleted, gone, id, idOf, idParam, storedName, timestamp } from './core/fields.ts';
import { addressFilter } from './core/filters.ts';
import { limits } from './core/limits.ts';
import { op } from './core/operation.ts';
import { keysetPage, keysetQuery } from './core/pagination.ts';

const shape = { id, name: storedName, description: z.string().describe('Empty if none was given.') };

const audience = z
  .object({
    ...shape,
    member_count: z.int().describe('Number of members, whatever their status.'),
    subscribed_count: z.int().describe('Number of members that are subscribed.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Audience' });

const audienceResult = z.object(shape).meta({ id: 'AudienceResult' });

export type Audience = z.infer<typeof audience>;
export type AudienceResult = z.infer<typeof audienceResult>;

const name = z
  .string('invalid_name')
  .trim()
  .min(1, 'invalid_name')
  .max(limits.nameLength, `At most ${limits.nameLength} characters.`)
  .describe('1 to 255 characters; need not be unique.');
const description = z.string().max(limits.descriptionLength).optional().describe(`At most ${limits.descriptionLength} characters.`);

const membership = z
  .object({
    audience_id: idOf('the audience'),
    contact_id: idOf('the contact'),
    added: z.boolean().describe('False if the contact was a member already.'),
  })
  .meta({ id: 'Membership' });

const member = givenContact.refine(namesContact, { path: ['contact_id'], message: 'missing_field', params: { or: 'email' } });

// Items are not checked here: a bad one fails by itself.
const items = z
  .array(z.custom<string>().meta({ override: { type: 'string' } }))
  .max(limits.batch, 'batch_too_large')
  .optional();

const manyMembers = z
  .object({
    contact_ids: items.meta({ description: 'Ids of contacts; 1 to 100 together with `emails`.' }),
    emails: items.meta({ description: 'Bare addresses of contacts; each is trimmed and converted to lower case.' }),
  })
  .superRefine(({ contact_ids = [], emails = [] }, { addIssue }) => {
    const count = contact_ids.length + emails.length;
    if (count === 0) addIssue({ code: 'custom', path: ['contact_ids'], message: 'empty_batch' });
    if (count > limits.batch)
      addIssue({ code: 'too_big', origin: 'array', maximum: limits.batch, path: ['emails'], message: 'batch_too_large' });
  });

const addedMany = z.object({
  data: z
    .array(
      z.object({
        email: z
          .string()
          .nullable()
          .optional()
          .describe('As sent in `emails`, null if it is not a string; absent from results of `contact_ids`.'),
        contact_id: z
          .string()
          .nullable()
          .describe('As sent, null if it is not a string; for an item of `emails` the id of the contact, null if there is none.'),
        added: z.boolean().describe('Whether the contact is a new member.'),
        error: z.string().nullable().describe('An error code; also null if the contact was a member already.'),
      }),
    )
    .describe('A result for each item, in order: those of `contact_ids`, then those of `emails`.'),
  summary: z
    .object({ added: z.int().describe('Contacts that are new members.'), skipped: z.int().describe('Items that added nothing.') })
    .describe('Number of items by result.'),
});

const removed = z
  .object({
    deleted: gone,
    audience_id: idOf('the audience'),
    contact_id: z.string().describe('Id of the contact; what was sent, if no contact has this address.'),
  })
  .meta({ id: 'DeletedMembership' });

export const audiences = {
  create: op({
    method: 'POST',
    path: '/v1/audiences',
    summary: 'Create an audience',
    description: 'Creates an empty list of contacts that broadcasts can be sent to.',
    tags: ['Audiences'],
    scope: 'full',
    body: z.object({ name, description }),
    missing: 'validation_failed',
    responses: { 201: audienceResult },
    answers: { 201: 'The audience was created, without members.' },
    errors: ['invalid_name'],
  }),
  list: op({
    method: 'GET',
    path: '/v1/audiences',
    summary: 'List audiences',
    description: 'Newest first.',
    tags: ['Audiences'],
    scope: 'full',
    query: keysetQuery('aud'),
    responses: { 200: keysetPage(audience) },
    answers: { 200: 'A page of audiences, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/audiences/{id}',
    summary: 'Get an audience',
    description: 'Returns its name, its description and its number of members; the members have a separate list.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    responses: { 200: audience },
    answers: { 200: 'The audience without its members.' },
    errors: ['not_found'],
  }),
  update: op({
    method: 'PATCH',
    path: '/v1/audiences/{id}',
    summary: 'Rename or describe an audience',
    description: 'Omitted fields stay unchanged.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    body: z.object({ name: name.optional(), description }),
    missing: 'validation_failed',
    responses: { 200: audienceResult },
    answers: { 200: 'The updated audience.' },
    errors: ['not_found', 'invalid_name'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/audiences/{id}',
    summary: 'Delete an audience',
    description: 'Its memberships are deleted too; the contacts stay.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The audience and its memberships were deleted.' },
    errors: ['not_found'],
  }),
  addMember: op({
    method: 'POST',
    path: '/v1/audiences/{id}/members',
    summary: 'Add a contact to an audience',
    description: 'The contact is named by its id or by its address. Returns 201 for a new member and 200 for an existing one.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    body: member,
    responses: { 200: membership, 201: membership },
    answers: { 200: 'The contact was a member already.', 201: 'The contact was added.' },
    errors: ['not_found', 'contact_not_found', 'invalid_email'],
  }),
  listOfContact: op({
    method: 'GET',
    path: '/v1/contacts/{id}/audiences',
    summary: 'List the audiences of a contact',
    description: 'The audiences that it is a member of, newest first.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    query: keysetQuery('aud'),
    responses: { 200: keysetPage(audience) },
    answers: { 200: 'A page of audiences, newest first.' },
    errors: ['not_found', 'invalid_cursor'],
  }),
  listMembers: op({
    method: 'GET',
    path: '/v1/audiences/{id}/members',
    summary: 'List the members of an audience',
    description: 'Oldest contact first, regardless of when it became a member.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    query: keysetQuery('con').extend({ email: addressFilter('Only the member with this address.') }),
    responses: { 200: keysetPage(contact) },
    answers: { 200: 'A page of members, oldest contact first.' },
    errors: ['not_found', 'invalid_cursor'],
  }),
  addMembers: op({
    method: 'POST',
    path: '/v1/audiences/{id}/members/bulk',
    summary: 'Add up to 100 contacts to an audience',
    description:
      'The contacts are named by their ids, their addresses, or some by either. Each item succeeds or fails by itself; the response has one result for each, in order.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam,
    body: manyMembers,
    eachApart: ['contact_ids', 'emails'],
    missing: 'validation_failed',
    responses: { 200: addedMany },
    answers: { 200: 'A result for each item, in order, and how many were added.' },
    errors: ['not_found', 'empty_batch', 'batch_too_large'],
  }),
  removeMember: op({
    method: 'DELETE',
    path: '/v1/audiences/{id}/members/{contact_id}',
    summary: 'Remove a contact from an audience',
    description: 'The response is the same whether or not the contact was a member, and for a contact that does not exist.',
    tags: ['Audiences'],
    scope: 'full',
    params: idParam.extend({ contact_id: z.string().describe('Id of the contact, or its address, percent-encoded.') }),
    responses: { 200: removed },
    answers: { 200: 'The contact is not a member.' },
    errors: ['not_found'],
  }),
};
