import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { me } from './fields.ts';

const session = z
  .string()
  .min(1)
  .max(200)
  .describe('The session from `POST /account/issuer/start`; keep it in the tab until the browser is back.');

/** Signing in with an OpenID Connect issuer. */
export const issuer = {
  show: op({
    method: 'GET',
    path: '/account/issuer',
    summary: 'Check for an issuer',
    description: 'Returns whether signing in with an issuer is possible.',
    tags: ['Access'],
    scope: 'public',
    responses: { 200: z.object({ available: z.boolean().describe('Whether one is configured.') }) },
    answers: { 200: 'Whether an issuer is configured.' },
    errors: [],
  }),
  start: op({
    method: 'POST',
    path: '/account/issuer/start',
    reads: true,
    summary: 'Start signing in with the issuer',
    description:
      'Returns where to send the browser. The issuer sends it back to `/console/sign-in` with a query, which goes to the next call.',
    tags: ['Access'],
    scope: 'public',
    responses: {
      200: z.object({
        url: z.string().describe('The page of the issuer.'),
        session,
        expires_at: timestamp.describe('Until when the sign-in can be completed, ms since 1970-01-01T00:00:00Z.'),
      }),
    },
    answers: { 200: 'Where to send the browser, and the session to keep meanwhile.' },
    errors: ['no_issuer', 'wrong_origin'],
  }),
  signIn: op({
    method: 'POST',
    path: '/account/issuer/sign-in',
    summary: 'Sign in with the issuer',
    description:
      'Sets the cookie for the person whose account or invitation has the address that the issuer verified. ' +
      'Nobody else gets an account.',
    tags: ['Access'],
    scope: 'public',
    body: z.object({
      session,
      response: z.string().min(1).max(8192).describe('The query that the issuer sent the browser back with, such as `code=…&state=…`.'),
    }),
    responses: { 200: me },
    answers: { 200: 'The person is signed in, and the cookie is set.' },
    errors: ['no_issuer', 'sign_in_failed', 'too_many_tries', 'wrong_origin'],
  }),
};
