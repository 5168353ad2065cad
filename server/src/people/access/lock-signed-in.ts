import type { Person } from '../../core/request/caller.ts';
import type { Trx } from '../../db/dialect.ts';
import type { User } from '../person.ts';
import { lockUser } from '../user-store.ts';
import { hasSignIn } from './sign-in-store.ts';

/**
 * Locks and returns the calling user; undefined if the sign-in has ended since the call arrived. A new password ends every sign-in, and a
 * call of an ended sign-in that was still running must not win the account back for an intruder.
 */
export async function lockSignedIn(trx: Trx, { userId, signInId }: Person): Promise<User | undefined> {
  const user = await lockUser(trx, userId);
  return user !== undefined && (await hasSignIn(trx, signInId)) ? user : undefined;
}
