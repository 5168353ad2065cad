import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Person } from '../core/caller.ts';
import { lockInOrder } from '../db/dialect.ts';
import { bumpVersions } from '../tenants/index.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { findOperatorCaller } from './bearers/store.ts';
import { listTenantsOf } from './members/store.ts';
import type { User } from './person.ts';
import { findUser, updateUser } from './user-store.ts';

export interface UserSettings {
  readonly suspended?: boolean | undefined;
  readonly operator?: boolean | undefined;
}

/** Which person is to be changed, and by which operator; undefined by the token. */
export interface UserToChange {
  readonly id: string;
  readonly by: Person | undefined;
}

/** Suspends a person, lets one back, or makes one an operator. Refuses a person who is no operator any more. */
export async function changeUser(
  { db, clock }: AppContext,
  { id, by }: UserToChange,
  { suspended, operator }: UserSettings,
): Promise<User | ApiError<'not_found' | 'unauthorized'>> {
  return db.transact(async (trx) => {
    await bumpVersions(trx, await listTenantsOf(trx, id));
    if (by !== undefined) {
      // Looked up before, and less by now perhaps: who was kept out meanwhile does not come back by a call under way.
      await lockInOrder(trx, 'users', [id, by.userId]);
      const own = await findOperatorCaller(trx, { signInId: by.signInId, now: clock.now() });
      if (own === undefined) return new ApiError('unauthorized');
    }
    if (!(await updateUser(trx, id, { isSuspended: suspended, isOperator: operator }))) return new ApiError('not_found');
    if (suspended === true) await deleteSignInsOf(trx, id);
    return (await findUser(trx, id)) ?? new ApiError('not_found');
  });
}
