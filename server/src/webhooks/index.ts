import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { JobHandler, Queue } from '../queue/queue.ts';
import { createAttemptWriter } from './deliver/attempt-writer.ts';
import { deliverWebhooks } from './deliver/deliver-webhooks.ts';
import { createWebhookClient } from './deliver/webhook-client.ts';
import { nextDueAt } from './deliveries/due-store.ts';
import { type PlannedEvent, planDeliveries } from './deliveries/plan-deliveries.ts';
import { resumeTenant } from './deliveries/resume.ts';
import { sweepDueDeliveries } from './deliveries/sweep-due-deliveries.ts';
import { purgeDeletedWebhooks } from './endpoints/delete-webhook.ts';
import { webhookRoutes } from './routes.ts';
import { createNameService } from './targets/look-up-addresses.ts';

export { countWebhooks } from './endpoints/store.ts';

/** Webhooks, wired. */
export function createWebhooks(app: AppContext, queue: Queue) {
  const { config, db } = app;
  const rules = { names: createNameService(config.DNS_SERVERS), allowPrivate: config.WEBHOOK_ALLOW_PRIVATE };
  const parts = { app, queue };
  const client = createWebhookClient(rules);
  const writer = createAttemptWriter(app);
  const deliver: JobHandler<'webhook'> = (jobs, signal) => deliverWebhooks({ app, writer, client }, jobs, signal);
  return {
    routes: webhookRoutes({ ...parts, rules }),
    /** Hears of events, and of announcements. */
    plan: (trx: Trx, events: readonly PlannedEvent[]) => planDeliveries(parts, trx, events),
    deliver,
    sweep: () => sweepDueDeliveries(parts),
    nextDueAt: () => nextDueAt(db.read),
    resumeTenant: (tenantId: string) => resumeTenant(app, tenantId),
    purge: (limit: number) => purgeDeletedWebhooks(app, limit),
    /** Works off everything that is due. Returns the attempts made. */
    async drain(): Promise<number> {
      const before = writer.recorded();
      do await queue.drain(['webhook']);
      while ((await sweepDueDeliveries(parts)) > 0);
      return writer.recorded() - before;
    },
    close: () => client.close(),
  };
}
