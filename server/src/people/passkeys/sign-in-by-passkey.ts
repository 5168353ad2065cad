import type { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import type { Origin } from '../../core/request/context.ts';
import { isUniqueViolation, type Trx } from '../../db/dialect.ts';
import { type OpenedSignIn, openSignIn } from '../access/open-sign-in.ts';
import { updateProof } from '../access/sign-in-store.ts';
import { consumeNetworkTry, forgiveNetwork } from '../access/tries.ts';
import { addAuditEntry } from '../audit/add-audit-entry.ts';
import type { User } from '../person.ts';
import { lockUser } from '../user-store.ts';
import { makeChallenge, readChallenge } from './challenge.ts';
import { loadWebauthn } from './load-webauthn.ts';
import type { RelyingParty } from './relying-party.ts';
import { findPasskey, insertAnswered, type Passkey, updateUse } from './store.ts';

/** Returns the options that the browser needs to sign in; they name nobody. */
export async function signInOptions(app: AppContext, party: RelyingParty): Promise<object> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({ rpID: party.id, challenge: makeChallenge(app, 'anybody'), userVerification: 'required' });
}

export interface PasskeyAnswer {
  readonly credential: unknown;
  readonly party: RelyingParty;
  readonly from: Origin | undefined;
}

interface VerifiedPasskey {
  readonly passkey: Passkey;
  readonly newCounter: number;
  readonly answered: { readonly challenge: string; readonly expiresAt: number };
}

type Fault = ApiError<'sign_in_failed' | 'too_many_tries'>;

/** Safe because the library checks each field before it uses it, and throws for an invalid one. */
const asResponse = (credential: unknown) => credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** Decodes the user handle: the device's claim about the owner of the passkey. */
const handleOf = (userHandle: string | undefined) => Buffer.from(userHandle ?? '', 'base64url').toString();

async function verify(app: AppContext, { credential, party }: PasskeyAnswer): Promise<VerifiedPasskey | undefined> {
  const response = asResponse(credential);
  const passkey = typeof response.id === 'string' ? await findPasskey(app.db.read, response.id) : undefined;
  if (passkey === undefined) return undefined;
  let answered: VerifiedPasskey['answered'] | undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      expectedChallenge: (challenge) => {
        const expiresAt = readChallenge(app, challenge, 'anybody');
        answered = expiresAt === undefined ? undefined : { challenge, expiresAt };
        return answered !== undefined;
      },
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
    });
    const isOwn = handleOf(response.response.userHandle) === passkey.userId;
    return verified && isOwn && answered !== undefined ? { passkey, answered, newCounter: authenticationInfo.newCounter } : undefined;
  } catch (error) {
    app.log.debug({ err: error }, 'a passkey was refused');
    return undefined;
  }
}

/** Uses up a signed challenge; returns false if it was answered before or the device's counter went backwards. */
async function use(app: AppContext, trx: Trx, { passkey, answered, newCounter }: VerifiedPasskey): Promise<boolean> {
  await insertAnswered(trx, { ...answered, userId: passkey.userId });
  return updateUse(trx, passkey, { newCounter, now: app.clock.now() });
}

/** Verifies a passkey and runs an action for its owner, in the transaction that uses up the proof. */
async function byPasskey<T>(
  app: AppContext,
  answer: PasskeyAnswer,
  act: (trx: Trx, user: User) => Promise<T | undefined>,
): Promise<T | Fault> {
  const refusal = await consumeNetworkTry(app, answer.from);
  if (refusal !== undefined) return refusal;
  const verified = await verify(app, answer);
  if (verified === undefined) return new ApiError('sign_in_failed');
  try {
    const done = await app.db.transact(async (trx) => {
      const user = await lockUser(trx, verified.passkey.userId);
      if (user === undefined || user.isSuspended || !(await use(app, trx, verified))) return undefined;
      return act(trx, user);
    });
    if (done === undefined) return new ApiError('sign_in_failed');
    await forgiveNetwork(app, answer.from);
    return done;
  } catch (error) {
    if (isUniqueViolation(error)) return new ApiError('sign_in_failed');
    throw error;
  }
}

/** Signs in with a passkey. */
export const signInByPasskey = (app: AppContext, answer: PasskeyAnswer): Promise<OpenedSignIn | Fault> =>
  byPasskey(app, answer, async (trx, user) => {
    const opened = await openSignIn(app, trx, { userId: user.id, method: 'passkey', from: answer.from });
    await addAuditEntry(app, trx, { user, operation: 'account.passkeys.signIn', object: opened.signIn.id, from: answer.from });
    return opened;
  });

/** Proves the identity of the signed-in person with a passkey; returns the time of the proof. */
export const proveByPasskey = (app: AppContext, { person }: SignedInCaller, answer: PasskeyAnswer): Promise<number | Fault> =>
  byPasskey(app, answer, async (trx, { id }) => {
    const now = app.clock.now();
    return id === person.userId && (await updateProof(trx, person.signInId, now)) ? now : undefined;
  });
