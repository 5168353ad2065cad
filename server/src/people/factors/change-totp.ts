import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Person, SignedInCaller } from '../../core/request/caller.ts';
import type { Origin } from '../../core/request/context.ts';
import { findProofFault } from '../access/find-proof-fault.ts';
import { lockSignedIn } from '../access/lock-signed-in.ts';
import { consumeTry, forgiveTries, tryKeysOf } from '../access/tries.ts';
import { normalized, renewRecoveryCodes } from './second-factor.ts';
import { clearTotp, confirmTotp, findPendingTotp, replaceRecoveryCodes, updatePendingTotp } from './store.ts';
import { encodeBase32, findStep, totpUri } from './totp.ts';

/** RFC 4226, section 4: as long as the key that the codes are made with. */
const SECRET_BYTES = 20;

export interface StartedTotp {
  readonly secret: string;
  readonly uri: string;
}

/** Returns the secret for an authenticator app. Codes are required once the person has given one. */
export async function startTotp(
  { db, random, secrets, clock }: AppContext,
  caller: SignedInCaller,
  issuer: string,
): Promise<StartedTotp | ApiError<'proof_required'>> {
  const fault = findProofFault({ clock }, caller);
  if (fault !== undefined) return fault;
  const { userId, email } = caller.person;
  const secret = random.bytes(SECRET_BYTES);
  await db.transact((trx) => updatePendingTotp(trx, userId, secrets.seal(secret.toString('base64'))));
  return { secret: encodeBase32(secret), uri: totpUri(secret, { issuer, email }) };
}

export interface GivenCode {
  readonly code: string;
  readonly from: Origin | undefined;
}

/** Starts requiring codes after a correct one, and returns new recovery codes. */
export async function finishTotp(
  app: AppContext,
  person: Person,
  { code, from }: GivenCode,
): Promise<readonly string[] | ApiError<'wrong_code' | 'too_many_tries' | 'unauthorized'>> {
  const { userId } = person;
  const { db, secrets, clock } = app;
  const keys = tryKeysOf(app, userId, from);
  const refusal = await consumeTry(app, keys);
  if (refusal !== undefined) return refusal;
  const sealed = await findPendingTotp(db.read, userId);
  const step = sealed === undefined ? undefined : findStep(Buffer.from(secrets.open(sealed), 'base64'), normalized(code), clock.now());
  if (sealed === undefined || step === undefined) return new ApiError('wrong_code');
  const codes = await db.transact(async (trx) => {
    if ((await lockSignedIn(trx, person)) === undefined) return new ApiError('unauthorized');
    return (await confirmTotp(trx, userId, { sealed, step })) ? renewRecoveryCodes(app, trx, userId) : new ApiError('wrong_code');
  });
  if (codes instanceof ApiError) return codes;
  await forgiveTries(app, keys);
  return codes;
}

/** Replaces the recovery codes of a person who uses an authenticator app. */
export async function renewCodes(
  app: AppContext,
  caller: SignedInCaller,
): Promise<readonly string[] | ApiError<'proof_required' | 'not_found' | 'unauthorized'>> {
  const fault = findProofFault(app, caller);
  if (fault !== undefined) return fault;
  return app.db.transact(async (trx) => {
    const user = await lockSignedIn(trx, caller.person);
    if (user === undefined) return new ApiError('unauthorized');
    return user.totpSecret === null ? new ApiError('not_found') : renewRecoveryCodes(app, trx, user.id);
  });
}

/** Stops requiring codes, and deletes the recovery codes. */
export async function removeTotp(
  { db, clock }: AppContext,
  caller: SignedInCaller,
): Promise<ApiError<'proof_required' | 'unauthorized'> | undefined> {
  const fault = findProofFault({ clock }, caller);
  if (fault !== undefined) return fault;
  return db.transact(async (trx) => {
    const user = await lockSignedIn(trx, caller.person);
    if (user === undefined) return new ApiError('unauthorized');
    await clearTotp(trx, user.id);
    await replaceRecoveryCodes(trx, user.id, []);
    return undefined;
  });
}
