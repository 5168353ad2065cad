import { z } from 'zod';
import { deleted, id, idOf, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { email, invitation, madeInvitation, member, memberParam, role, storedEmail, tenantParam } from './fields.ts';

const shared = { tags: ['Members'], scope: 'person' } as const;

/** The people of a tenant. */
export const members = {
  list: op({
    ...shared,
    method: 'GET',
    path: '/account/tenants/{tenant_id}/members',
    summary: 'List the people of a tenant',
    params: tenantParam,
    query: keysetQuery('mem'),
    responses: { 200: keysetPage(member) },
    answers: { 200: 'A page of the people of the tenant, newest first.' },
    errors: ['insufficient_scope', 'invalid_cursor', 'not_found', 'tenant_suspended'],
  }),
  update: op({
    ...shared,
    method: 'PATCH',
    path: '/account/tenants/{tenant_id}/members/{id}',
    summary: "Change a member's role",
    description: 'It counts from the next request on, in every process.',
    params: memberParam,
    body: z.object({ role }),
    responses: { 200: member },
    answers: { 200: 'The member with the new role.' },
    errors: ['insufficient_scope', 'last_owner', 'not_found', 'tenant_suspended', 'wrong_origin'],
  }),
  remove: op({
    ...shared,
    method: 'DELETE',
    path: '/account/tenants/{tenant_id}/members/{id}',
    summary: 'Take a person out of a tenant',
    description: 'The account stays. Anybody may take themselves out.',
    params: memberParam,
    responses: { 200: deleted },
    answers: { 200: 'The person does not belong to the tenant any more.' },
    errors: ['insufficient_scope', 'last_owner', 'not_found', 'tenant_suspended', 'wrong_origin'],
  }),
  invite: op({
    ...shared,
    method: 'POST',
    path: '/account/tenants/{tenant_id}/invitations',
    summary: 'Invite somebody to a tenant',
    description: 'Makes a link that works once, for seven days; an earlier one of the tenant to the address stops working.',
    params: tenantParam,
    body: z.object({ email, role }),
    responses: { 201: madeInvitation },
    answers: { 201: 'The invitation with its link, shown this once.' },
    errors: ['insufficient_scope', 'invalid_email', 'not_found', 'tenant_suspended', 'too_many_tries', 'wrong_origin'],
  }),
  listInvitations: op({
    ...shared,
    method: 'GET',
    path: '/account/tenants/{tenant_id}/invitations',
    summary: 'List invitations that are open',
    params: tenantParam,
    query: keysetQuery('inv'),
    responses: { 200: keysetPage(invitation) },
    answers: { 200: 'A page of the invitations that nobody has accepted yet, newest first.' },
    errors: ['insufficient_scope', 'invalid_cursor', 'not_found', 'tenant_suspended'],
  }),
  revokeInvitation: op({
    ...shared,
    method: 'DELETE',
    path: '/account/tenants/{tenant_id}/invitations/{id}',
    summary: 'Take an invitation back',
    params: memberParam,
    responses: { 200: deleted },
    answers: { 200: 'The link does not work any more.' },
    errors: ['insufficient_scope', 'not_found', 'tenant_suspended', 'wrong_origin'],
  }),
};

const entry = z
  .object({
    id,
    user_id: idOf('the person'),
    email: storedEmail,
    tenant_id: idOf('the tenant').nullable().describe('Id of the tenant; null where it concerned the service, or the account.'),
    operation: z.string().describe('What was called, such as `broadcasts.send`; operations of `/admin` begin with `admin.`.'),
    object: z.string().nullable().describe('Id or name of what it was called on, or of what it made; null where it has none.'),
    status: z.int().nullable().describe('Status of the answer; null where the process ended before there was one.'),
    ip: z.string().nullable().describe('Where from; null where that is not known.'),
    request_id: z.string().describe('`X-Request-Id` of the answer.'),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' });

export type AuditEntry = z.infer<typeof entry>;

/** What people have done. */
export const audit = {
  list: op({
    method: 'GET',
    path: '/account/audit',
    summary: 'List what people have changed',
    description:
      'Every call of a person that changes something, newest first, for 400 days. Of a tenant to its owners and developers, and to an operator; without `tenant_id` what the person did, and to an operator what everybody did.',
    tags: ['Audit'],
    scope: 'person',
    query: keysetQuery('adt').extend({ tenant_id: z.string().optional().describe('Only what concerns this tenant.') }),
    responses: { 200: keysetPage(entry) },
    answers: { 200: 'A page of what was changed, newest first.' },
    errors: ['insufficient_scope', 'invalid_cursor', 'not_found', 'tenant_suspended'],
  }),
};
