import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bumpVersion } from '../tenants/index.ts';
import { deleteDomainRow } from './store.ts';

/** Deletes a sending domain; keys that are held to it stay and can no longer send. */
export async function deleteDomain({ db }: AppContext, tenantId: string, id: string): Promise<{ id: string } | ApiError<'not_found'>> {
  const deleted = await db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    return deleteDomainRow(trx, tenantId, id);
  });
  return deleted ? { id } : new ApiError('not_found');
}
