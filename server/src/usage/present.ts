import type { Usage } from '@posthorn/contract';
import type { TenantCaller } from '../core/request/caller.ts';
import { type Meter, storedBytes } from '../meters/store.ts';
import { type BucketName, includedIn, limitsOf, peekWindow, priceOf, UNLIMITED } from '../quota/index.ts';

/** The usage of a tenant at a time. */
export interface UsageReading {
  readonly now: number;
  /** Undefined for a deleted tenant. */
  readonly meter: Meter | undefined;
  readonly receivedBytes: number;
  readonly used: ReadonlyMap<BucketName, number>;
  readonly webhooks: number;
  readonly creditsBalance: number;
}

const toQuota = (limit: number | null, used: number) => ({
  limit,
  used,
  remaining: limit === null ? null : Math.max(0, limit - used),
});

function presentRate(limit: number | null, { meter, now }: UsageReading): Usage['rate_limit'] {
  if (limit === null) return { limit, remaining: null, reset: 0 };
  const { remaining, resetSeconds } = peekWindow(meter?.rateHits ?? [], limit, now);
  return { limit, remaining, reset: resetSeconds };
}

/** Presents a month; one without a limit shows what the plan includes. */
function presentMonth({ plan, overrides }: TenantCaller, limit: number | null, used: number): Usage['monthly'] {
  const shown = overrides.monthly_quota === UNLIMITED ? null : (limit ?? includedIn(plan));
  return { ...toQuota(shown, used), gates: limit !== null };
}

export function presentUsage(caller: TenantCaller, reading: UsageReading): Usage {
  const { meter, receivedBytes, used, webhooks, creditsBalance } = reading;
  const limits = limitsOf(caller.plan, caller.overrides);
  const usedIn = (name: BucketName) => used.get(name) ?? 0;
  const { overage, usd } = priceOf(caller.plan, usedIn('monthly') - usedIn('test'));
  return {
    plan: caller.plan,
    rate_limit: presentRate(limits.rate, reading),
    daily: toQuota(limits.daily, usedIn('daily')),
    monthly: presentMonth(caller, limits.monthly, usedIn('monthly')),
    contacts: { limit: limits.contacts, used: meter?.contactCount ?? 0 },
    webhooks: { limit: limits.webhooks, used: webhooks },
    storage: { limit: limits.storage, used: meter === undefined ? 0 : storedBytes(meter), received: receivedBytes },
    credits_balance: creditsBalance,
    overage_emails: overage,
    marketing_emails: usedIn('marketing'),
    estimated_cost_usd: usd,
  };
}
