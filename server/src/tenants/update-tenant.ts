import type { Plan } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { hook } from '../core/hooks.ts';
import { replaceCredits } from './add-credits.ts';
import { type GivenOverrides, withOverrides } from './overrides.ts';
import { bumpVersion, findTenant, type StoredTenant, updateTenantRow } from './store.ts';

export interface TenantChanges {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly suspended?: boolean | undefined;
  readonly overrides?: GivenOverrides | undefined;
  readonly credits_balance?: number | undefined;
}

function applyChanges(tenant: StoredTenant, { name, plan, suspended, overrides }: TenantChanges): StoredTenant {
  return {
    ...tenant,
    name: name ?? tenant.name,
    plan: plan ?? tenant.plan,
    suspended: suspended === undefined ? tenant.suspended : suspended ? 1 : 0,
    overrides: withOverrides(tenant.overrides, overrides),
  };
}

/** Called with a tenant that is no longer suspended: what was held goes on. */
export const tenantResumed = hook<[tenantId: string]>('tenant resumed');

/** Changes what is given and keeps the rest. */
export async function updateTenant(app: AppContext, id: string, changes: TenantChanges): Promise<StoredTenant | ApiError<'not_found'>> {
  const updated = await app.db.transact(async (trx) => {
    await bumpVersion(trx, id);
    const tenant = await findTenant(trx, id);
    if (tenant === undefined) return new ApiError('not_found');
    const changed = applyChanges(tenant, changes);
    await updateTenantRow(trx, changed);
    const { credits_balance: emails } = changes;
    if (emails !== undefined) await replaceCredits(trx, app, { tenantId: id, emails });
    return { changed, resumed: tenant.suspended === 1 && changed.suspended === 0 };
  });
  if (updated instanceof ApiError) return updated;
  if (updated.resumed) await app.hooks.call(tenantResumed, id);
  return updated.changed;
}
