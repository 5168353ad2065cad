import { z } from 'zod';
import { email, madeInvitation, role, storedEmail } from '../account/fields.ts';
import { deleted, id, idParam, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';

const person = z.object({
  id,
  email: storedEmail,
  name: z.string().nullable().describe('What the person wants to be called; null where nothing is known.'),
  operator: z.boolean().describe('Whether the person may call /admin.'),
  suspended: z.boolean().describe('Whether the person is kept out.'),
  last_signed_in_at: timestamp.nullable().describe('When the person last signed in; null before the first time.'),
  created_at: timestamp,
});

export type Person = z.infer<typeof person>;

const shared = { tags: ['People'], scope: 'operator' } as const;

export const people = {
  invite: op({
    ...shared,
    method: 'POST',
    path: '/admin/people/invitations',
    summary: 'Create an invitation, or a recovery link',
    description:
      'Makes a link that works once, for seven days. To somebody who has an account it is the way back in, and `kind` says so: by it a new password is chosen, every sign-in ends, and authenticator app, recovery codes and passkeys are gone.',
    body: z.object({
      email,
      tenant_id: z.string().optional().describe('The tenant that the person will belong to.'),
      role: role.optional().describe('What the person will be there; `owner` unless given.'),
      operator: z.boolean().optional().describe('Whether the person will operate the service.'),
    }),
    responses: { 201: madeInvitation },
    answers: { 201: 'The invitation with its link, shown this once.' },
    errors: ['invalid_email'],
  }),
  list: op({
    ...shared,
    method: 'GET',
    path: '/admin/people',
    summary: 'List people',
    query: keysetQuery('usr'),
    responses: { 200: keysetPage(person) },
    answers: { 200: 'A page of everybody who has an account, newest first.' },
    errors: ['invalid_cursor'],
  }),
  update: op({
    ...shared,
    method: 'PATCH',
    path: '/admin/people/{id}',
    summary: 'Suspend a person, or make one an operator',
    description: 'It counts from the next request on, in every process.',
    params: idParam,
    body: z.object({
      suspended: z.boolean().optional().describe('Keeps the person out, and ends every sign-in.'),
      operator: z.boolean().optional().describe('Whether the person may call /admin.'),
    }),
    responses: { 200: person },
    answers: { 200: 'The person as changed.' },
    errors: ['not_found'],
  }),
  delete: op({
    ...shared,
    method: 'DELETE',
    path: '/admin/people/{id}',
    summary: 'Delete an account',
    description:
      'With its sign-ins and memberships; what the person did stays in the audit. Refused while a tenant would be left without an owner who can sign in: `detail` names it.',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The account is gone.' },
    errors: ['last_owner', 'not_found'],
  }),
};
