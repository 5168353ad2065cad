import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bumpVersion, deleteApiKey } from './store.ts';

/** Revokes a key of a tenant: its next request is refused, in every process. */
export async function revokeApiKey({ db }: AppContext, tenantId: string, id: string): Promise<{ id: string } | ApiError<'not_found'>> {
  const deleted = await db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    return deleteApiKey(trx, tenantId, id);
  });
  return deleted ? { id } : new ApiError('not_found');
}
