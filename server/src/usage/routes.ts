import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { findUsed } from '../quota/index.ts';
import { findCreditBalances, readMeter } from '../tenants/index.ts';
import { presentUsage } from './present.ts';

export interface UsageParts {
  readonly app: AppContext;
  /** Handed in by whoever knows webhooks: the endpoints of a tenant. */
  readonly countWebhooks: (tenantId: string) => Promise<number>;
}

/** `/v1/usage`: reads what sending writes, and locks none of it. */
export function usageRoutes({ app, countWebhooks }: UsageParts): Handlers<typeof contract>['usage'] {
  const { db, clock } = app;
  return {
    get: async ({ ctx }) => {
      const { tenantId } = ctx.caller;
      const now = clock.now();
      const [meter, used, webhooks, balances] = await Promise.all([
        readMeter(db.read, tenantId),
        findUsed(db.read, tenantId, now),
        countWebhooks(tenantId),
        findCreditBalances(db.read, { tenantIds: [tenantId], now }),
      ]);
      const creditsBalance = balances.get(tenantId) ?? 0;
      return reply(200, presentUsage(ctx.caller, { now, meter, used, webhooks, creditsBalance }));
    },
  };
}
