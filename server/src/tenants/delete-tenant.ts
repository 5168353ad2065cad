import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { notification } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import { bumpVersion } from '../meters/version-store.ts';
import type { TenantPurge } from './purge/purge-deleted-tenants.ts';
import { markTenantDeleted } from './store.ts';

export interface DeleteTenantParts {
  readonly app: AppContext;
  readonly purge: TenantPurge;
}

/** Called in the transaction that deletes a tenant, to free what another tenant may ask for next. */
export const tenantDeleted = notification<[trx: Trx, tenantId: string]>('tenant deleted');

/** Deletes a tenant: it disappears and is refused at once, its rows are deleted in pages afterwards. */
export async function deleteTenant({ app, purge }: DeleteTenantParts, id: string): Promise<{ id: string } | ApiError<'not_found'>> {
  const { db, clock, hooks } = app;
  const deleted = await db.transact(async (trx) => {
    await bumpVersion(trx, id);
    const marked = await markTenantDeleted(trx, id, clock.now());
    if (marked) await hooks.notify(tenantDeleted, trx, id);
    return marked;
  });
  if (!deleted) return new ApiError('not_found');
  purge.kick();
  return { id };
}
