import type { Person } from '../../core/caller.ts';
import type { Trx } from '../../db/dialect.ts';
import type { User } from '../person.ts';
import { lockUser } from '../user-store.ts';
import { hasSignIn } from './sign-in-store.ts';

/**
 * Locks and returns the user who calls; undefined where the sign-in has ended since the call came. A new password ends every sign-in,
 * and a call of one of those that was still under way is not to win the account back for whoever had it.
 */
export async function lockSignedIn(trx: Trx, { userId, signInId }: Person): Promise<User | undefined> {
  const user = await lockUser(trx, userId);
  return user !== undefined && (await hasSignIn(trx, signInId)) ? user : undefined;
}
