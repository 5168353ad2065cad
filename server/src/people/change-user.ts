import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { bumpVersions } from '../meters/version-store.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { lockUserFor, type UserToChange } from './lock-user-for.ts';
import { listTenantsOf } from './members/store.ts';
import type { User } from './person.ts';
import { findUser, updateUser } from './user-store.ts';

export interface UserSettings {
  readonly suspended?: boolean | undefined;
  readonly operator?: boolean | undefined;
}

/** Suspends a person, lifts a suspension, or makes somebody an operator. Refuses a caller who is no longer an operator. */
export async function changeUser(
  app: AppContext,
  { id, by }: UserToChange,
  { suspended, operator }: UserSettings,
): Promise<User | ApiError<'not_found' | 'unauthorized'>> {
  return app.db.transact(async (trx) => {
    await bumpVersions(trx, await listTenantsOf(trx, id));
    const refusal = await lockUserFor(trx, app, { id, by });
    if (refusal !== undefined) return refusal;
    if (!(await updateUser(trx, id, { isSuspended: suspended, isOperator: operator }))) return new ApiError('not_found');
    if (suspended === true) await deleteSignInsOf(trx, id);
    return (await findUser(trx, id)) ?? new ApiError('not_found');
  });
}
