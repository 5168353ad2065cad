import type { Plan } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { insertTenant } from './store.ts';
import { type GivenOverrides, NO_OVERRIDES, type Tenant, withOverrides } from './tenant.ts';

export interface NewTenant {
  readonly name: string;
  readonly plan?: Plan | undefined;
  readonly overrides?: GivenOverrides | undefined;
}

/** Creates a tenant, on the plan of DEFAULT_PLAN unless it says otherwise. */
export async function createTenant({ db, clock, newId, config }: AppContext, given: NewTenant): Promise<Tenant> {
  const { name, plan = config.DEFAULT_PLAN, overrides } = given;
  const createdAt = clock.now();
  const tenant = {
    id: newId('ten', createdAt),
    name,
    plan,
    suspended: false,
    overrides: withOverrides(NO_OVERRIDES, overrides),
    createdAt,
  };
  await db.transact((trx) => insertTenant(trx, tenant));
  return tenant;
}
