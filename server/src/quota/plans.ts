import type { Overrides, Plan } from '@posthorn/contract';

/** Limits of a tenant; null is unlimited. */
export interface TenantLimits {
  /** Requests a minute. */
  readonly rate: number | null;
  /** Emails in 24 hours. */
  readonly daily: number | null;
  /** Emails in 30 days; null where the month is not limited. */
  readonly monthly: number | null;
  /** Contacts, whatever their status. */
  readonly contacts: number | null;
  /** Webhook endpoints. */
  readonly webhooks: number | null;
  /** Sending domains that a tenant may add by itself. */
  readonly domains: number | null;
  /** Bytes of bodies, templates and files that are kept. */
  readonly storage: number | null;
}

const RATE = 100;
/** The value of an override that removes a limit. */
export const UNLIMITED = -1;
const GIB = 1024 ** 3;

const PLANS: Readonly<Record<Plan, TenantLimits>> = {
  free: { rate: RATE, daily: 150, monthly: 5000, contacts: 1000, webhooks: 3, domains: 10, storage: GIB },
  payg: { rate: RATE, daily: 250_000, monthly: null, contacts: 100_000, webhooks: 20, domains: 100, storage: 20 * GIB },
  credits: { rate: RATE, daily: 1_000_000, monthly: null, contacts: 500_000, webhooks: 50, domains: 1000, storage: 100 * GIB },
  unlimited: { rate: null, daily: null, monthly: null, contacts: null, webhooks: null, domains: null, storage: null },
};

function choose(plan: number | null, override: number | null): number | null {
  if (override === null) return plan;
  return override === UNLIMITED ? null : override;
}

/** Returns the limits of a plan with the operator's overrides over them. */
export function limitsOf(plan: Plan, overrides: Overrides): TenantLimits {
  const base = PLANS[plan];
  return {
    rate: choose(base.rate, overrides.rate_limit),
    daily: choose(base.daily, overrides.daily_quota),
    monthly: choose(base.monthly, overrides.monthly_quota),
    contacts: choose(base.contacts, overrides.contact_limit),
    webhooks: choose(base.webhooks, overrides.webhook_limit),
    domains: base.domains,
    storage: choose(base.storage, overrides.storage_limit),
  };
}
