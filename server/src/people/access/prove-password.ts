import { normalizeEmail } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Origin } from '../../core/request/context.ts';
import { checkSecondFactor } from '../factors/second-factor.ts';
import type { PeopleParts } from '../parts.ts';
import type { User } from '../person.ts';
import { findUserByEmail } from '../user-store.ts';
import { consumeTry, forgiveTries, tryKeysOf } from './tries.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** The person who is already signed in; their attempts are counted apart from those of strangers. */
  readonly signedInId?: string;
}

export type ProofFault = ApiError<'sign_in_failed' | 'code_required' | 'too_many_tries'>;

/**
 * Returns the user with this password, and with this code where the account requires one. Neither the answer nor its timing reveals
 * whether an account has the address.
 */
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
  // Asking for the code does not reset the count, or every now and then a wrong code would be free.
  const refused = await checkSecondFactor(app, user, code);
  if (refused !== undefined) return refused;
  await forgiveTries(app, keys);
  return user;
}
