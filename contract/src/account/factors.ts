import { z } from 'zod';
import { deleted, gone, id, idParam, name, storedName, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { me } from './fields.ts';

const shared = { tags: ['Account'], scope: 'person' } as const;

const recoveryCodes = z
  .array(z.string())
  .describe('Ten codes that each work once in place of a code of the app; shown only once. Earlier codes stop working.');

/** Codes of an authenticator app, and recovery codes. */
export const totp = {
  start: op({
    ...shared,
    method: 'POST',
    path: '/account/totp',
    summary: 'Set up an authenticator app',
    description: 'Requires a confirmation within the last 15 minutes. Nothing changes until a code of the app is confirmed.',
    responses: {
      201: z.object({
        secret: z.string().describe('Secret for the app, in base32, for manual entry.'),
        uri: z.string().describe('The secret as an `otpauth:` URI, to show as a QR code.'),
      }),
    },
    answers: { 201: 'The secret, shown only once.' },
    errors: ['proof_required', 'wrong_origin'],
  }),
  confirm: op({
    ...shared,
    method: 'POST',
    path: '/account/totp/confirm',
    summary: 'Confirm an authenticator app',
    description: 'From now on signing in with a password requires a code of the app, or a recovery code.',
    body: z.object({ code: z.string().max(64).describe('Six digits that the app shows.') }),
    responses: { 200: z.object({ recovery_codes: recoveryCodes }) },
    answers: { 200: 'The app is in use; these are the recovery codes.' },
    errors: ['wrong_code', 'too_many_tries', 'wrong_origin'],
  }),
  remove: op({
    ...shared,
    method: 'DELETE',
    path: '/account/totp',
    summary: 'Remove the authenticator app',
    description: 'Requires a confirmation within the last 15 minutes. The recovery codes are deleted too.',
    responses: { 200: z.object({ deleted: gone }) },
    answers: { 200: 'Signing in requires only the password.' },
    errors: ['proof_required', 'wrong_origin'],
  }),
  renewCodes: op({
    ...shared,
    method: 'POST',
    path: '/account/recovery-codes',
    summary: 'Get new recovery codes',
    description: 'Requires a confirmation within the last 15 minutes.',
    responses: { 201: z.object({ recovery_codes: recoveryCodes }) },
    answers: { 201: 'The new codes, shown only once.' },
    errors: ['proof_required', 'not_found', 'wrong_origin'],
  }),
};

const passkey = z
  .object({
    id,
    name: storedName,
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('When it was last used; null before the first time.'),
  })
  .meta({ id: 'Passkey' });

export type Passkey = z.infer<typeof passkey>;

const PASSKEY_BYTES = 64 * 1024;

const options = z
  .record(z.string(), z.unknown())
  .describe('Options for `startRegistration` or `startAuthentication` of @simplewebauthn/browser; valid for five minutes.');
const credential = z.record(z.string(), z.unknown()).describe('Response of the browser, as WebAuthn JSON.');

/** Passkeys (WebAuthn). Browsers support them over https and on localhost, but not at IP addresses. */
export const passkeys = {
  signInOptions: op({
    method: 'POST',
    path: '/account/sign-in/passkey/options',
    summary: 'Start signing in with a passkey',
    description: 'The options name no account: the browser offers the passkeys that it has for this service.',
    tags: ['Access'],
    scope: 'public',
    responses: { 200: z.object({ options }) },
    answers: { 200: 'What to ask the browser with.' },
    errors: ['passkeys_unavailable', 'wrong_origin'],
  }),
  signIn: op({
    method: 'POST',
    path: '/account/sign-in/passkey',
    summary: 'Sign in with a passkey',
    description: 'Sets the cookie. A passkey verifies the person itself, so no code is required.',
    tags: ['Access'],
    scope: 'public',
    maxBody: PASSKEY_BYTES,
    body: z.object({ credential }),
    responses: { 200: me },
    answers: { 200: 'The person is signed in, and the cookie is set.' },
    errors: ['passkeys_unavailable', 'sign_in_failed', 'too_many_tries', 'wrong_origin'],
  }),
  prove: op({
    ...shared,
    method: 'POST',
    path: '/account/proof/passkey',
    summary: 'Confirm your identity again with a passkey',
    description: 'Uses options from POST /account/sign-in/passkey/options.',
    maxBody: PASSKEY_BYTES,
    body: z.object({ credential }),
    responses: { 200: me },
    answers: { 200: 'The confirmation is valid for 15 minutes.' },
    errors: ['passkeys_unavailable', 'sign_in_failed', 'too_many_tries', 'wrong_origin'],
  }),
  addOptions: op({
    ...shared,
    method: 'POST',
    path: '/account/passkeys/options',
    summary: 'Start adding a passkey',
    description: 'Requires a confirmation within the last 15 minutes.',
    responses: { 200: z.object({ options }) },
    answers: { 200: 'What to ask the browser with.' },
    errors: ['passkeys_unavailable', 'proof_required', 'wrong_origin'],
  }),
  add: op({
    ...shared,
    method: 'POST',
    path: '/account/passkeys',
    summary: 'Add a passkey',
    description: 'Requires a confirmation within the last 15 minutes. An account has at most 20.',
    maxBody: PASSKEY_BYTES,
    body: z.object({ name, credential }),
    responses: { 201: passkey },
    answers: { 201: 'The passkey, which can be used to sign in from now on.' },
    errors: ['passkeys_unavailable', 'passkey_refused', 'proof_required', 'wrong_origin'],
  }),
  list: op({
    ...shared,
    method: 'GET',
    path: '/account/passkeys',
    summary: 'List passkeys',
    responses: { 200: z.object({ data: z.array(passkey).describe('All passkeys of the person, oldest first.') }) },
    answers: { 200: 'All passkeys of the person, oldest first.' },
    errors: [],
  }),
  remove: op({
    ...shared,
    method: 'DELETE',
    path: '/account/passkeys/{id}',
    summary: 'Remove a passkey',
    description: 'Requires a confirmation within the last 15 minutes.',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The passkey can no longer be used to sign in.' },
    errors: ['not_found', 'proof_required', 'wrong_origin'],
  }),
};
