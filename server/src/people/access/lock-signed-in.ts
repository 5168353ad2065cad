import type { Person } from '../../core/caller.ts';
import type { Trx } from '../../db/dialect.ts';
import type { User } from '../person.ts';
import { lockUser } from '../user-store.ts';
import { hasSignIn } from './sign-in-store.ts';

/**
 * Locks the person who calls. Undefined where the sign-in has ended since the call came: another password ends those of whoever had
 * the account before, and nothing that was under way then is to give it back.
 */
export async function lockSignedIn(trx: Trx, { userId, signInId }: Person): Promise<User | undefined> {
  const user = await lockUser(trx, userId);
  return user !== undefined && (await hasSignIn(trx, signInId)) ? user : undefined;
}
