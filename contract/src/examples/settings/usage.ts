import type { usage } from '../../usage.ts';
import type { ResourceExamples } from '../resource-examples.ts';

export const usageExamples: ResourceExamples<typeof usage> = {
  get: {
    200: {
      plan: 'payg',
      rate_limit: { limit: 100, remaining: 97, reset: 42 },
      daily: { limit: 250_000, used: 1200, remaining: 248_800 },
      monthly: { limit: 5000, used: 9000, remaining: 0, gates: false },
      contacts: { limit: 100_000, used: 4200 },
      webhooks: { limit: 20, used: 1 },
      storage: { limit: 21_474_836_480, used: 48_231_552, received: 1_204_331 },
      credits_balance: 0,
      overage_emails: 4000,
      marketing_emails: 2500,
      estimated_cost_usd: 1.4,
    },
  },
};
