import { ApiError } from '../../core/api-error.ts';
import type { Origin } from '../../core/context.ts';
import { parseAddress } from '../../core/email-address.ts';
import { addAuditEntry } from '../audit/add-audit-entry.ts';
import { checkSecondFactor } from '../factors/second-factor.ts';
import type { PeopleParts } from '../parts.ts';
import type { User } from '../person.ts';
import { findUserByEmail, lockUser } from '../user-store.ts';
import { type OpenedSignIn, openSignIn } from './open-sign-in.ts';
import { consumeTry, forgiveTries, tryKeysOf } from './tries.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** The person that is signed in already, whose tries are not those of strangers. */
  readonly signedInId?: string;
}

export type ProofFault = ApiError<'sign_in_failed' | 'code_required' | 'too_many_tries'>;

/** What people are found by; what is no address is nobody's. */
export const normalizeEmail = (given: string): string => parseAddress(given)?.email ?? given.trim().toLowerCase();

/** Returns the user whose password it is, and whose code where there is one. Whether somebody has the address can be told neither by the answer nor by its time. */
export async function provePassword(
  { app, passwords }: PeopleParts,
  { email, password, code, signedInId }: Credentials,
  from: Origin | undefined,
): Promise<User | ProofFault> {
  const address = normalizeEmail(email);
  const keys = tryKeysOf(app, signedInId ?? address, from);
  const refusal = await consumeTry(app, keys);
  if (refusal !== undefined) return refusal;
  const user = await findUserByEmail(app.db.read, address);
  const isRight = await passwords.verify(user?.passwordHash ?? null, password);
  if (!isRight || user === undefined || user.isSuspended) return new ApiError('sign_in_failed');
  // Asking for the code forgives nothing, or a wrong code now and then would be free.
  const refused = await checkSecondFactor(app, user, code);
  if (refused !== undefined) return refused;
  await forgiveTries(app, keys);
  return user;
}

/** Signs in by a password. */
export async function signIn(parts: PeopleParts, credentials: Credentials, from: Origin | undefined): Promise<OpenedSignIn | ProofFault> {
  const { app } = parts;
  const user = await provePassword(parts, credentials, from);
  if (user instanceof ApiError) return user;
  return app.db.transact(async (trx) => {
    const now = await lockUser(trx, user.id);
    // A password that was changed meanwhile proves nothing any more, nor does one without a code of an app that was added.
    const isProved = now !== undefined && now.passwordHash === user.passwordHash && now.totpSecret === user.totpSecret;
    if (!isProved || now.isSuspended) return new ApiError('sign_in_failed');
    const opened = await openSignIn(app, trx, { userId: user.id, method: 'password', from });
    await addAuditEntry(app, trx, { user, operation: 'account.access.signIn', object: opened.signIn.id, from });
    return opened;
  });
}
