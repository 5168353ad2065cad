import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import { refuseStorage } from '../../quota/index.ts';
import { countOpenExports, insertExport } from './export-store.ts';

/** Creates an export, which the background writes; refuses a tenant whose storage is full. */
export async function createExport(
  { db, clock, newId }: AppContext,
  caller: TenantCaller,
): Promise<{ id: string } | ApiError<'export_limit_reached' | 'storage_limit_reached'>> {
  const { tenantId } = caller;
  const at = clock.now();
  const id = newId('exp', at);
  return db.transact(async (trx) => {
    // Of two concurrent exports, the second counts the first.
    await holdMeters(trx, [tenantId]);
    if ((await countOpenExports(trx, tenantId)) >= limits.exportsUnderWay)
      return new ApiError('export_limit_reached', { limit: limits.exportsUnderWay });
    // Its size is not known yet.
    const refusal = await refuseStorage(trx, caller, 1);
    if (refusal !== undefined) return refusal;
    await insertExport(trx, { tenantId, id, at });
    return { id };
  });
}
