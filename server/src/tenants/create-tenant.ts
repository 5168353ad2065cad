import type { Plan } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type GivenOverrides, withOverrides } from './overrides.ts';
import { insertTenant, type StoredTenant } from './store.ts';

export interface NewTenant {
  readonly name: string;
  readonly plan?: Plan | undefined;
  readonly overrides?: GivenOverrides | undefined;
}

/** Creates a tenant, on the free plan unless it says otherwise. */
export async function createTenant({ db, clock, newId }: AppContext, { name, plan = 'free', overrides }: NewTenant): Promise<StoredTenant> {
  const now = clock.now();
  const tenant = { id: newId('ten', now), name, plan, suspended: 0, overrides: withOverrides('{}', overrides), created_at: now } as const;
  await db.transact((trx) => insertTenant(trx, tenant));
  return tenant;
}
