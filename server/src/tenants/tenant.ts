import type { Overrides, Plan } from '@posthorn/contract';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly suspended: boolean;
  /** Each of them named: null is the plan's own limit, -1 is unlimited. */
  readonly overrides: Overrides;
  readonly createdAt: number;
}

export const NO_OVERRIDES: Overrides = {
  daily_quota: null,
  monthly_quota: null,
  rate_limit: null,
  contact_limit: null,
  webhook_limit: null,
  storage_limit: null,
};

export type GivenOverrides = { readonly [K in keyof Overrides]?: Overrides[K] | undefined };

/** Returns overrides with those given put in; one that is left out keeps its value. */
export function withOverrides(overrides: Overrides, given: GivenOverrides = {}): Overrides {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...overrides, ...Object.fromEntries(named) };
}
