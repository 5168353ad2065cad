import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import { findProofFault } from '../access/find-proof-fault.ts';
import { lockSignedIn } from '../access/lock-signed-in.ts';
import { makeChallenge, readChallenge } from './challenge.ts';
import { isUnattested, type RegistrationResponse } from './is-unattested.ts';
import { loadWebauthn } from './load-webauthn.ts';
import type { RelyingParty } from './relying-party.ts';
import { insertAnswered, insertPasskey, listPasskeys, type Passkey } from './store.ts';

const MOST = 20;
/** Ed25519, ECDSA on P-256 and RSA (COSE): every device supports one of them. */
const ALGORITHMS = [-8, -7, -257];
/** WebAuthn, section 5.1: the length of 1,023 bytes in base64url. */
const ID_LENGTH = 1364;
/** How browsers reach devices (WebAuthn, section 5.8.4, and `cable` from before it). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Returns the options that the browser needs to create a passkey. */
export async function addPasskeyOptions(
  app: AppContext,
  caller: SignedInCaller,
  party: RelyingParty,
): Promise<object | ApiError<'proof_required'>> {
  const fault = findProofFault(app, caller);
  if (fault !== undefined) return fault;
  const { userId, email } = caller.person;
  const known = await listPasskeys(app.db.read, userId);
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    supportedAlgorithmIDs: ALGORITHMS,
    rpName: party.id,
    rpID: party.id,
    userName: email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: makeChallenge(app, { userId }),
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    // Discoverable without a name, and with user verification: a passkey is both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export interface NewPasskey {
  readonly name: string;
  readonly credential: unknown;
}

const refused = (detail: string, cause?: unknown) => new ApiError('passkey_refused', {}, { detail, cause });

/** Safe because the library checks each field before it uses it, and throws for an invalid one. */
const asResponse = (credential: unknown) => credential as RegistrationResponse;

/** Returns the known transports of a device; they are unsigned claims of the browser. */
const knownTransports = (transports: unknown): string[] =>
  Array.isArray(transports) ? TRANSPORTS.filter((name) => transports.includes(name)) : [];

async function verify(
  app: AppContext,
  { userId }: { readonly userId: string },
  { party, credential }: { party: RelyingParty; credential: unknown },
) {
  let answered: { challenge: string; expiresAt: number } | undefined;
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    const response = asResponse(credential);
    if (!(await isUnattested(response))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      supportedAlgorithmIDs: ALGORITHMS,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      expectedChallenge: (challenge) => {
        const expiresAt = readChallenge(app, challenge, { userId });
        answered = expiresAt === undefined ? undefined : { challenge, expiresAt };
        return answered !== undefined;
      },
    });
    if (registrationInfo === undefined || answered === undefined || registrationInfo.credential.id.length > ID_LENGTH) return undefined;
    return { ...registrationInfo.credential, answered };
  } catch (error) {
    app.log.debug({ err: error }, 'a passkey was refused');
    return undefined;
  }
}

/** Adds a passkey that a device has created for a person. */
export async function addPasskey(
  app: AppContext,
  caller: SignedInCaller,
  { name, credential, party }: NewPasskey & { readonly party: RelyingParty },
): Promise<Passkey | ApiError<'passkey_refused' | 'proof_required' | 'unauthorized'>> {
  const fault = findProofFault(app, caller);
  if (fault !== undefined) return fault;
  const { userId } = caller.person;
  const verified = await verify(app, { userId }, { party, credential });
  if (verified === undefined) return refused('The passkey could not be verified: begin again at POST /account/passkeys/options.');
  const now = app.clock.now();
  const passkey: Passkey = {
    id: app.newId('psk', now),
    userId,
    credentialId: verified.id,
    name,
    publicKey: new Uint8Array(verified.publicKey),
    counter: verified.counter,
    transports: knownTransports(verified.transports),
    createdAt: now,
    lastUsedAt: null,
  };
  try {
    return await app.db.transact(async (trx) => {
      if ((await lockSignedIn(trx, caller.person)) === undefined) return new ApiError('unauthorized');
      if ((await listPasskeys(trx, userId)).length >= MOST) return refused(`An account has at most ${MOST} passkeys.`);
      await insertAnswered(trx, { ...verified.answered, userId });
      await insertPasskey(trx, passkey);
      return passkey;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return refused('This passkey is known, or its challenge was answered before.');
    throw error;
  }
}
