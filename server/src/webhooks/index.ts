import type { AppContext } from '../app-context.ts';
import type { Queue } from '../queue/queue.ts';
import { attemptWriter } from './attempt-writer.ts';
import { webhookDeliverer } from './deliver-webhooks.ts';
import { addressLookUp } from './look-up-addresses.ts';
import { deliveryPlanner } from './plan-deliveries.ts';
import { createPoster } from './post.ts';
import { purgeDeletedWebhooks } from './purge-webhooks.ts';
import { webhookRoutes } from './routes.ts';
import { nextSweepAt, resumeTenant, sweepDueDeliveries } from './sweep.ts';

export { countWebhooks } from './endpoint-store.ts';

/** Webhooks, wired. */
export function createWebhooks(app: AppContext, queue: Queue) {
  const { config } = app;
  const rules = { lookUp: addressLookUp(config.DNS_SERVERS), allowPrivate: config.WEBHOOK_ALLOW_PRIVATE };
  const parts = { app, queue };
  const poster = createPoster(rules);
  const writer = attemptWriter(app);
  return {
    routes: webhookRoutes({ ...parts, rules }),
    /** Hears of events, and of announcements. */
    plan: deliveryPlanner(parts),
    deliver: webhookDeliverer({ app, writer, poster }),
    sweep: () => sweepDueDeliveries(parts),
    nextDueAt: () => nextSweepAt(app),
    resumeTenant: (tenantId: string) => resumeTenant(app, tenantId),
    purge: (limit: number) => purgeDeletedWebhooks(app, limit),
    /** Works off everything that is due. Returns the attempts made. */
    async drain(): Promise<number> {
      const before = writer.recorded();
      do await queue.drain(['webhook']);
      while ((await sweepDueDeliveries(parts)) > 0);
      return writer.recorded() - before;
    },
    close: () => poster.close(),
  };
}
