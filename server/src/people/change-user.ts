import type { AppContext } from '../app-context.ts';
import type { ApiError } from '../core/api-error.ts';
import type { SignedInCaller } from '../core/context.ts';
import { bumpVersions } from '../tenants/index.ts';
import { findWeakness } from './access/passwords.ts';
import { findProofFault } from './access/proof-fault.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { forgetFactors } from './factors/forget-factors.ts';
import { deleteResets } from './links/store.ts';
import { deleteMembershipsOf, listTenantsOf } from './members/store.ts';
import type { PeopleParts } from './parts.ts';
import type { User } from './person.ts';
import { deleteUserRow, findUser, updateUser } from './user-store.ts';

/** Gives a person another password, and ends every other sign-in. */
export async function setPassword(
  { app, passwords }: PeopleParts,
  caller: SignedInCaller,
  password: string,
): Promise<ApiError<'proof_required' | 'weak_password'> | undefined> {
  const { person } = caller;
  const fault = findProofFault(app, caller) ?? findWeakness(password, person.email);
  if (fault !== undefined) return fault;
  const passwordHash = await passwords.hash(password);
  await app.db.transact(async (trx) => {
    await deleteResets(trx, person.email);
    await updateUser(trx, person.userId, { passwordHash });
    await deleteSignInsOf(trx, person.userId, person.signInId);
  });
  return undefined;
}

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

/** Deletes an account with all that lets it in. Returns whether there was one. */
export async function deleteUser({ db }: AppContext, id: string): Promise<boolean> {
  return db.transact(async (trx) => {
    await bumpVersions(trx, await listTenantsOf(trx, id));
    const user = await findUser(trx, id);
    if (user === undefined) return false;
    await deleteResets(trx, user.email);
    await deleteUserRow(trx, id);
    await deleteMembershipsOf(trx, id);
    await forgetFactors(trx, id);
    await deleteSignInsOf(trx, id);
    return true;
  });
}
