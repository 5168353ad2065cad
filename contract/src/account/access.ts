import { z } from 'zod';
import { deleted, idParam, name, storedName, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { code, email, me, newPassword, password, role, signIn, storedEmail, token } from './fields.ts';

/** Signing in and out, and tokens of the signed-in person. */
export const access = {
  signIn: op({
    method: 'POST',
    path: '/account/sign-in',
    summary: 'Sign in with a password',
    description: 'Sets the cookie. An unknown address gets the same response as a wrong password.',
    tags: ['Access'],
    scope: 'public',
    body: z.object({ email, password, code }),
    responses: { 200: me },
    answers: { 200: 'The person is signed in, and the cookie is set.' },
    errors: ['sign_in_failed', 'code_required', 'too_many_tries', 'wrong_origin'],
  }),
  signOut: op({
    method: 'POST',
    path: '/account/sign-out',
    summary: 'Sign out',
    description: 'Ends this sign-in: its cookie and its bearers are refused from the next request on, in every process.',
    tags: ['Access'],
    scope: 'person',
    responses: { 200: z.object({ signed_out: z.literal(true).describe('Always true: it has ended.') }) },
    answers: { 200: 'The sign-in has ended.' },
    errors: ['wrong_origin'],
  }),
  prove: op({
    method: 'POST',
    path: '/account/proof',
    summary: 'Confirm your identity again',
    description: 'Changes to sign-in methods require a confirmation within the last 15 minutes; signing in counts as one.',
    tags: ['Access'],
    scope: 'person',
    body: z.object({ password, code }),
    responses: { 200: me },
    answers: { 200: 'The confirmation is valid for 15 minutes.' },
    errors: ['sign_in_failed', 'code_required', 'too_many_tries', 'wrong_origin'],
  }),
  createToken: op({
    method: 'POST',
    path: '/account/tokens',
    summary: 'Get a bearer for the API',
    description:
      'Returns a bearer for `/v1` within a tenant of the person, or for `/admin`. Keep it in memory only; it expires with the sign-in, and after ten minutes.',
    tags: ['Access'],
    scope: 'person',
    reads: true,
    body: z.object({
      tenant_id: z.string().optional().describe('A tenant that the person belongs to.'),
      operator: z.literal(true).optional().describe('Instead of `tenant_id`: for `/admin`, if the person is an operator.'),
    }),
    missing: 'validation_failed',
    responses: {
      201: z.object({
        token: z.string().describe('The bearer, at most 256 characters.'),
        role: role.nullable().describe('Current role of the person in the tenant; null for `/admin`.'),
        expires_at: timestamp.describe('When it expires, ms since 1970-01-01T00:00:00Z.'),
      }),
    },
    answers: { 201: 'The bearer, which is valid for ten minutes.' },
    errors: ['not_found', 'tenant_suspended', 'wrong_origin'],
  }),
  requestReset: op({
    method: 'POST',
    path: '/account/resets',
    summary: 'Ask for a link to choose a new password',
    description: 'Mails a link that works for an hour. The response is the same, and as fast, whether or not the address has an account.',
    tags: ['Access'],
    scope: 'public',
    body: z.object({ email }),
    responses: { 202: z.object({ requested: z.literal(true).describe('Always true: if there is an account, mail is on its way.') }) },
    answers: { 202: 'If an account has the address, a link is being mailed to it.' },
    errors: ['no_system_mail', 'too_many_tries', 'wrong_origin'],
  }),
};

/** The signed-in person. */
export const own = {
  get: op({
    method: 'GET',
    path: '/account/me',
    summary: 'Get the signed-in person',
    tags: ['Account'],
    scope: 'person',
    responses: { 200: me },
    answers: { 200: 'The person and their tenants.' },
    errors: [],
  }),
  update: op({
    method: 'PATCH',
    path: '/account/me',
    summary: 'Change the name',
    tags: ['Account'],
    scope: 'person',
    body: z.object({ name }),
    responses: { 200: me },
    answers: { 200: 'The updated person.' },
    errors: ['wrong_origin'],
  }),
  setPassword: op({
    method: 'POST',
    path: '/account/password',
    summary: 'Choose another password',
    description: 'Requires a confirmation within the last 15 minutes, and ends every other session of the person.',
    tags: ['Account'],
    scope: 'person',
    body: z.object({ password: newPassword }),
    responses: { 200: me },
    answers: { 200: 'The password was changed, and every other sign-in has ended.' },
    errors: ['proof_required', 'weak_password', 'wrong_origin'],
  }),
  listSignIns: op({
    method: 'GET',
    path: '/account/sign-ins',
    summary: 'List sign-ins',
    tags: ['Account'],
    scope: 'person',
    query: keysetQuery('sgn'),
    responses: { 200: keysetPage(signIn) },
    answers: { 200: 'A page of the active sign-ins of the person, newest first.' },
    errors: ['invalid_cursor'],
  }),
  deleteSignIn: op({
    method: 'DELETE',
    path: '/account/sign-ins/{id}',
    summary: 'End a sign-in',
    tags: ['Account'],
    scope: 'person',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The sign-in has ended, in every process.' },
    errors: ['not_found', 'wrong_origin'],
  }),
};

/** The purpose of a link. */
const link = z.object({
  email: storedEmail,
  kind: z
    .enum(['invitation', 'reset', 'recovery'])
    .describe('`invitation` to an account or a tenant, `reset` of the password, or `recovery` of password and factors, by the operator.'),
  tenant_id: z.string().nullable().describe('Id of the tenant that the person is invited to; null if there is none.'),
  tenant_name: storedName.nullable().describe('Name of that tenant; null if there is none.'),
  role: role.nullable().describe('Role of the person there.'),
  operator: z.boolean().describe('Whether the person will operate the service.'),
  account_exists: z
    .boolean()
    .describe('Whether an account has the address; an invitation must then be accepted while signed in, with POST /account/memberships.'),
  expires_at: timestamp.describe('When the link stops working, ms since 1970-01-01T00:00:00Z.'),
});

/** One-time links: invitations, resets and recoveries. */
export const links = {
  read: op({
    method: 'POST',
    path: '/account/links/read',
    summary: 'Get the purpose of a link',
    tags: ['Links'],
    scope: 'public',
    reads: true,
    body: z.object({ token }),
    responses: { 200: link },
    answers: { 200: 'The purpose of the link, which is still valid.' },
    errors: ['invalid_link', 'wrong_origin'],
  }),
  accept: op({
    method: 'POST',
    path: '/account/links/accept',
    summary: 'Accept an invitation, or choose a new password',
    description:
      'Creates the account if the link is an invitation and no account has the address. Signs in and sets the cookie, unless the account requires a code.',
    tags: ['Links'],
    scope: 'public',
    body: z.object({ token, password: newPassword, name: name.optional(), code }),
    responses: { 200: me },
    answers: { 200: 'The link was used up, and the person is signed in.' },
    errors: [
      'invalid_link',
      'account_exists',
      'code_required',
      'sign_in_failed',
      'too_many_tries',
      'weak_password',
      'last_owner',
      'wrong_origin',
    ],
  }),
  join: op({
    method: 'POST',
    path: '/account/memberships',
    summary: 'Accept an invitation as the signed-in person',
    tags: ['Links'],
    scope: 'person',
    body: z.object({ token }),
    responses: { 200: me },
    answers: { 200: 'The invitation was accepted.' },
    errors: ['invalid_link', 'last_owner', 'wrong_origin'],
  }),
};
