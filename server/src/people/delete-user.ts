import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import { bumpVersions } from '../meters/version-store.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { forgetFactors } from './factors/forget-factors.ts';
import { deleteLinksTo, lockLinksTo } from './links/store.ts';
import { lockUserFor, type UserToChange } from './lock-user-for.ts';
import { deleteMembershipsOf, findSoleOwned, listTenantsOf } from './members/store.ts';
import type { User } from './person.ts';
import { deleteUserRow, findUser } from './user-store.ts';

type DeletionFault = ApiError<'not_found' | 'unauthorized' | 'last_owner'>;

/** Outcome of a deletion that has not locked all the tenants it affects. */
const JOINED_MEANWHILE = 'joined meanwhile';

/** Locks the tenants of an account, then the account, and returns it. The account can join no other tenant until the transaction ends. */
async function lockWithTenants(
  app: AppContext,
  trx: Trx,
  { id, by }: UserToChange,
): Promise<User | DeletionFault | typeof JOINED_MEANWHILE> {
  const locked = await listTenantsOf(trx, id);
  await bumpVersions(trx, locked);
  const user = await findUser(trx, id);
  if (user !== undefined) await lockLinksTo(trx, user.email);
  const refusal = await lockUserFor(trx, app, { id, by });
  if (refusal !== undefined) return refusal;
  const tenants = await listTenantsOf(trx, id);
  if (tenants.some((tenantId) => !locked.includes(tenantId))) return JOINED_MEANWHILE;
  return user ?? new ApiError('not_found');
}

async function deleteLocked(trx: Trx, { id, email }: User): Promise<DeletionFault | undefined> {
  const left = await findSoleOwned(trx, id);
  if (left !== undefined) {
    const detail = `The tenant ${left.name} (${left.id}) would have no owner: invite another one first, or delete the tenant.`;
    return new ApiError('last_owner', { tenant: left }, { detail });
  }
  await deleteLinksTo(trx, email);
  await deleteUserRow(trx, id);
  await deleteMembershipsOf(trx, id);
  await forgetFactors(trx, id);
  await deleteSignInsOf(trx, id);
  return undefined;
}

/**
 * Deletes an account with everything that gives access to it, open invitations included, and returns it. Refuses a caller who is no
 * longer an operator, and refuses to leave a tenant without an owner. Memberships are locked with the tenant's meter, so the deletion
 * starts over if the account joins a tenant meanwhile.
 */
export async function deleteUser(app: AppContext, given: UserToChange): Promise<User | DeletionFault> {
  for (;;) {
    const deleted = await app.db.transact(async (trx) => {
      const user = await lockWithTenants(app, trx, given);
      if (user === JOINED_MEANWHILE || user instanceof ApiError) return user;
      return (await deleteLocked(trx, user)) ?? user;
    });
    if (deleted !== JOINED_MEANWHILE) return deleted;
  }
}
