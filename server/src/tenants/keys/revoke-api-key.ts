import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { deleteApiKey } from './store.ts';

/** Revokes a key of a tenant: its next request is refused, in every process. */
export async function revokeApiKey({ db }: AppContext, ref: ObjectRef): Promise<ObjectRef | ApiError<'not_found'>> {
  const deleted = await db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    return deleteApiKey(trx, ref);
  });
  return deleted ? ref : new ApiError('not_found');
}
