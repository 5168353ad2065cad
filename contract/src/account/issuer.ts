import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { me } from './fields.ts';

const session = z.string().min(1).max(200).describe('What `POST /account/issuer/start` answered; keep it in the tab until then.');

/** Signing in by an issuer of OpenID Connect. */
export const issuer = {
  show: op({
    method: 'GET',
    path: '/account/issuer',
    summary: 'Whether there is an issuer',
    description: 'Whether somebody can sign in by an issuer here.',
    tags: ['Access'],
    scope: 'public',
    responses: { 200: z.object({ available: z.boolean().describe('Whether one is set up.') }) },
    answers: { 200: 'Whether an issuer is set up.' },
    errors: [],
  }),
  start: op({
    method: 'POST',
    path: '/account/issuer/start',
    reads: true,
    summary: 'Begin to sign in by the issuer',
    description:
      'Answers where to send the browser. The issuer sends it back to `/console/sign-in` with a query, which goes to the next call.',
    tags: ['Access'],
    scope: 'public',
    responses: {
      200: z.object({
        url: z.string().describe('The page of the issuer.'),
        session,
        expires_at: timestamp.describe('Until when it can be ended, ms since 1970-01-01T00:00:00Z.'),
      }),
    },
    answers: { 200: 'Where to send the browser, and what to keep meanwhile.' },
    errors: ['no_issuer', 'wrong_origin'],
  }),
  signIn: op({
    method: 'POST',
    path: '/account/issuer/sign-in',
    summary: 'Sign in by the issuer',
    description:
      'Sets the cookie for the person that has the address that the issuer has verified, or that has been invited by it. ' +
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
