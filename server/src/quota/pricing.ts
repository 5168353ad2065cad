import type { Plan } from '@posthorn/contract';

interface Price {
  /** Emails of a rolling month that cost nothing; null for as many as there are. */
  readonly included: number | null;
  /** US cents for 1,000 emails past those; on credits they are drawn from the balance. */
  readonly centsPer1000: number;
}

const PRICES: Readonly<Record<Plan, Price>> = {
  free: { included: 5000, centsPer1000: 0 },
  payg: { included: 5000, centsPer1000: 35 },
  credits: { included: 0, centsPer1000: 28 },
  unlimited: { included: null, centsPer1000: 0 },
};

const CENTS_PER_1000_IN_USD = 100_000;

export const includedIn = (plan: Plan): number | null => PRICES[plan].included;

/** Returns the price of the emails of a rolling month on a plan; nothing for a plan that bills no volume. */
export function priceOf(plan: Plan, billedEmails: number): { overage: number; usd: number } {
  const { included, centsPer1000 } = PRICES[plan];
  const overage = included === null || centsPer1000 === 0 ? 0 : Math.max(0, billedEmails - included);
  // One division, so that the result is the nearest number to the exact one.
  return { overage, usd: (overage * centsPer1000) / CENTS_PER_1000_IN_USD };
}
