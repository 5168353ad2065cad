import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { bumpVersion } from '../meters/version-store.ts';
import type { TenantPurge } from './purge/purge-deleted-tenants.ts';
import { markTenantDeleted } from './store.ts';

export interface DeleteTenantParts {
  readonly app: AppContext;
  readonly purge: TenantPurge;
}

/** Deletes a tenant: it disappears and is refused at once, its rows are deleted in pages afterwards. */
export async function deleteTenant({ app, purge }: DeleteTenantParts, id: string): Promise<{ id: string } | ApiError<'not_found'>> {
  const { db, clock } = app;
  const deleted = await db.transact(async (trx) => {
    await bumpVersion(trx, id);
    return markTenantDeleted(trx, id, clock.now());
  });
  if (!deleted) return new ApiError('not_found');
  purge.kick();
  return { id };
}
