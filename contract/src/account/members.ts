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
    description: 'The new role applies from the next request on, in every process.',
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
    summary: 'Remove a person from a tenant',
    description: 'The account stays. Anybody may remove themselves.',
    params: memberParam,
    responses: { 200: deleted },
    answers: { 200: 'The person no longer belongs to the tenant.' },
    errors: ['insufficient_scope', 'last_owner', 'not_found', 'tenant_suspended', 'wrong_origin'],
  }),
  invite: op({
    ...shared,
    method: 'POST',
    path: '/account/tenants/{tenant_id}/invitations',
    summary: 'Invite somebody to a tenant',
    description: 'Creates a link that works once, for seven days; an earlier link of the tenant to the address stops working.',
    params: tenantParam,
    body: z.object({ email, role }),
    responses: { 201: madeInvitation },
    answers: { 201: 'The invitation with its link, shown only once.' },
    errors: ['insufficient_scope', 'invalid_email', 'not_found', 'tenant_suspended', 'too_many_tries', 'wrong_origin'],
  }),
  listInvitations: op({
    ...shared,
    method: 'GET',
    path: '/account/tenants/{tenant_id}/invitations',
    summary: 'List open invitations',
    params: tenantParam,
    query: keysetQuery('inv'),
    responses: { 200: keysetPage(invitation) },
    answers: { 200: 'A page of open invitations, newest first.' },
    errors: ['insufficient_scope', 'invalid_cursor', 'not_found', 'tenant_suspended'],
  }),
  revokeInvitation: op({
    ...shared,
    method: 'DELETE',
    path: '/account/tenants/{tenant_id}/invitations/{id}',
    summary: 'Revoke an invitation',
    params: memberParam,
    responses: { 200: deleted },
    answers: { 200: 'The link no longer works.' },
    errors: ['insufficient_scope', 'not_found', 'tenant_suspended', 'wrong_origin'],
  }),
};

const entry = z
  .object({
    id,
    user_id: idOf('the person'),
    email: storedEmail,
    tenant_id: idOf('the tenant').nullable().describe('Id of the tenant; null for changes of the service or the account.'),
    operation: z.string().describe('Operation that was called, such as `broadcasts.send`; operations of `/admin` begin with `admin.`.'),
    object: z.string().nullable().describe('Id or name of the object it was called on, or created; null if it has none.'),
    status: z.int().nullable().describe('Status of the response; null if the process ended before there was one.'),
    ip: z.string().nullable().describe('Address of the client; null if unknown.'),
    request_id: z.string().describe('`X-Request-Id` of the response.'),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' });

export type AuditEntry = z.infer<typeof entry>;

/** The audit log. */
export const audit = {
  list: op({
    method: 'GET',
    path: '/account/audit',
    summary: 'List what people have changed',
    description:
      "Every call by a person that changes something, newest first, for 400 days. With `tenant_id`, for the owners and developers of the tenant, and for operators; without it, the calls of the person, or for an operator everybody's.",
    tags: ['Audit'],
    scope: 'person',
    query: keysetQuery('adt').extend({ tenant_id: z.string().optional().describe('Only changes that concern this tenant.') }),
    responses: { 200: keysetPage(entry) },
    answers: { 200: 'A page of changes, newest first.' },
    errors: ['insufficient_scope', 'invalid_cursor', 'not_found', 'tenant_suspended'],
  }),
};
