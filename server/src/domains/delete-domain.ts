import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { bumpVersion } from '../meters/version-store.ts';
import { deleteDomainRow } from './store.ts';

/** Deletes a sending domain; keys that are held to it stay and can no longer send. */
export async function deleteDomain({ db }: AppContext, ref: ObjectRef): Promise<ObjectRef | ApiError<'not_found'>> {
  const deleted = await db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    return deleteDomainRow(trx, ref);
  });
  return deleted ? ref : new ApiError('not_found');
}
