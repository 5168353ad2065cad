import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Handlers, reply } from '../core/request/handler.ts';
import { findMeter } from '../meters/store.ts';
import { findUsed } from '../quota/index.ts';
import { findStored } from '../storage/store.ts';
import { findCreditBalances } from '../tenants/index.ts';
import { countWebhooks } from '../webhooks/index.ts';
import { presentUsage } from './present.ts';

/** Returns the handlers of `/v1/usage`; they read what sending writes, without locks. */
export function usageRoutes(app: AppContext): Handlers<typeof contract>['usage'] {
  const { db, clock } = app;
  return {
    get: async ({ ctx }) => {
      const { tenantId } = ctx.caller;
      const now = clock.now();
      const [meter, receivedBytes, used, webhooks, balances] = await Promise.all([
        findMeter(db.read, tenantId),
        findStored(db.read, tenantId, 'received'),
        findUsed(db.read, tenantId, now),
        countWebhooks(db.read, tenantId),
        findCreditBalances(db.read, { tenantIds: [tenantId], now }),
      ]);
      const creditsBalance = balances.get(tenantId) ?? 0;
      return reply(200, presentUsage(ctx.caller, { now, meter, receivedBytes, used, webhooks, creditsBalance }));
    },
  };
}
