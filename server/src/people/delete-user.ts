import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bumpVersions } from '../tenants/index.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { forgetFactors } from './factors/forget-factors.ts';
import { deleteLinksTo, lockLinksTo } from './links/store.ts';
import { lockUserFor, type UserToChange } from './lock-user-for.ts';
import { deleteMembershipsOf, findSoleOwned, listTenantsOf } from './members/store.ts';
import type { User } from './person.ts';
import { deleteUserRow, findUser } from './user-store.ts';

/**
 * Deletes an account with all that lets it in, open invitations too, and returns it. Refuses a person who is no operator any more, and to
 * leave a tenant without an owner: memberships are under the locks of its meter.
 */
export async function deleteUser(
  app: AppContext,
  { id, by }: UserToChange,
): Promise<User | ApiError<'not_found' | 'unauthorized' | 'last_owner'>> {
  return app.db.transact(async (trx) => {
    await bumpVersions(trx, await listTenantsOf(trx, id));
    const user = await findUser(trx, id);
    if (user !== undefined) await lockLinksTo(trx, user.email);
    const refusal = await lockUserFor(trx, app, { id, by });
    if (refusal !== undefined) return refusal;
    if (user === undefined) return new ApiError('not_found');
    const left = await findSoleOwned(trx, id);
    if (left !== undefined) {
      const detail = `The tenant ${left.name} (${left.id}) would have no owner: invite another one first, or delete the tenant.`;
      return new ApiError('last_owner', { tenant: left }, { detail });
    }
    await deleteLinksTo(trx, user.email);
    await deleteUserRow(trx, id);
    await deleteMembershipsOf(trx, id);
    await forgetFactors(trx, id);
    await deleteSignInsOf(trx, id);
    return user;
  });
}
