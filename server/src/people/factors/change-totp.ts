import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Person, SignedInCaller } from '../../core/context.ts';
import { findProofFault } from '../access/proof-fault.ts';
import { renewRecoveryCodes } from './second-factor.ts';
import { clearTotp, confirmTotp, findPendingTotp, replaceRecoveryCodes, updatePendingTotp } from './store.ts';
import { encodeBase32, findStep, totpUri } from './totp.ts';

/** RFC 4226, section 4: as long as what the codes are made by. */
const SECRET_BYTES = 20;

export interface StartedTotp {
  readonly secret: string;
  readonly uri: string;
}

/** Shows a person the secret for an authenticator app; it is asked for once a code has been given. */
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

/** Begins to ask for codes once one was right, and returns new recovery codes. */
export async function finishTotp(app: AppContext, { userId }: Person, code: string): Promise<readonly string[] | ApiError<'wrong_code'>> {
  const { db, secrets, clock } = app;
  const sealed = await findPendingTotp(db.read, userId);
  const step = sealed === undefined ? undefined : findStep(Buffer.from(secrets.open(sealed), 'base64'), code.trim(), clock.now());
  if (sealed === undefined || step === undefined) return new ApiError('wrong_code');
  return db.transact(async (trx) => {
    if (!(await confirmTotp(trx, userId, { sealed, step }))) return new ApiError('wrong_code');
    return renewRecoveryCodes(app, trx, userId);
  });
}

/** Asks for no codes any more, and forgets the recovery codes. */
export async function removeTotp({ db, clock }: AppContext, caller: SignedInCaller): Promise<ApiError<'proof_required'> | undefined> {
  const fault = findProofFault({ clock }, caller);
  if (fault !== undefined) return fault;
  const { userId } = caller.person;
  await db.transact(async (trx) => {
    await clearTotp(trx, userId);
    await replaceRecoveryCodes(trx, userId, []);
  });
  return undefined;
}
