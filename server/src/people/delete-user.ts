import type { AppContext } from '../app-context.ts';
import { bumpVersions } from '../tenants/index.ts';
import { deleteSignInsOf } from './access/sign-in-store.ts';
import { forgetFactors } from './factors/forget-factors.ts';
import { deleteLinksTo } from './links/store.ts';
import { deleteMembershipsOf, listTenantsOf } from './members/store.ts';
import { deleteUserRow, findUser } from './user-store.ts';

/** Deletes an account with all that lets it in, open invitations too. Returns whether there was one. */
export async function deleteUser({ db }: AppContext, id: string): Promise<boolean> {
  return db.transact(async (trx) => {
    await bumpVersions(trx, await listTenantsOf(trx, id));
    const user = await findUser(trx, id);
    if (user === undefined) return false;
    await deleteLinksTo(trx, user.email);
    await deleteUserRow(trx, id);
    await deleteMembershipsOf(trx, id);
    await forgetFactors(trx, id);
    await deleteSignInsOf(trx, id);
    return true;
  });
}
