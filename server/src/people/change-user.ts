import type { AppContext } from '../app-context.ts';
import { bumpVersions } from '../tenants/index.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { listTenantsOf } from './members/store.ts';
import type { User } from './person.ts';
import { findUser, updateUser } from './user-store.ts';

export interface UserSettings {
  readonly suspended?: boolean | undefined;
  readonly operator?: boolean | undefined;
}

/** Suspends a person, lets one back, or makes one an operator; undefined where there is no such person. */
export async function changeUser({ db }: AppContext, id: string, { suspended, operator }: UserSettings): Promise<User | undefined> {
  return db.transact(async (trx) => {
    await bumpVersions(trx, await listTenantsOf(trx, id));
    if (!(await updateUser(trx, id, { isSuspended: suspended, isOperator: operator }))) return undefined;
    if (suspended === true) await deleteSignInsOf(trx, id);
    return findUser(trx, id);
  });
}
