import type { Plan } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { notification } from '../core/hooks.ts';
import { bumpVersion } from '../meters/version-store.ts';
import { replaceCredits } from './credits/add-credits.ts';
import { findTenant, updateSettings } from './store.ts';
import { type GivenOverrides, type Tenant, withOverrides } from './tenant.ts';

export interface TenantChanges {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly suspended?: boolean | undefined;
  readonly overrides?: GivenOverrides | undefined;
  readonly credits_balance?: number | undefined;
}

const applyChanges = (tenant: Tenant, { name, plan, suspended, overrides }: TenantChanges): Tenant => ({
  ...tenant,
  name: name ?? tenant.name,
  plan: plan ?? tenant.plan,
  suspended: suspended ?? tenant.suspended,
  overrides: withOverrides(tenant.overrides, overrides),
});

/** Called with a tenant that is no longer suspended: held mail continues. */
export const tenantResumed = notification<[tenantId: string]>('tenant resumed');

/** Changes what is given and keeps the rest. */
export async function updateTenant(app: AppContext, id: string, body: () => TenantChanges): Promise<Tenant | ApiError<'not_found'>> {
  const updated = await app.db.transact(async (trx) => {
    await bumpVersion(trx, id);
    const before = await findTenant(trx, id);
    if (before === undefined) return new ApiError('not_found');
    const changes = body();
    const tenant = applyChanges(before, changes);
    await updateSettings(trx, tenant);
    const { credits_balance: emails } = changes;
    if (emails !== undefined) await replaceCredits(trx, app, { tenantId: id, emails });
    return { tenant, resumed: before.suspended && !tenant.suspended };
  });
  if (updated instanceof ApiError) return updated;
  if (updated.resumed) await app.hooks.notifyTogether(tenantResumed, id);
  return updated.tenant;
}
