import type { AppContext } from '../app-context.ts';
import { createYieldLine } from '../core/concurrency/event-loop.ts';
import { createOutageRetry } from '../core/concurrency/outage-retry.ts';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import { findNextDue } from '../db/next-due.ts';
import { announced, eventsRecorded } from '../events/index.ts';
import type { Feature } from '../feature.ts';
import type { JobHandler, Queue } from '../queue/queue.ts';
import { tenantResumed } from '../tenants/index.ts';
import { createAttemptWriter } from './deliver/attempt-writer.ts';
import { countAttempts } from './deliver/count-attempts.ts';
import { deliverWebhooks } from './deliver/deliver-webhooks.ts';
import { createWebhookClient } from './deliver/webhook-client.ts';
import { createLateEndpoints } from './deliveries/late-endpoints.ts';
import { measureSlow } from './deliveries/measure-slow.ts';
import { planDeliveries } from './deliveries/plan-deliveries.ts';
import { resumeTenantDeliveries } from './deliveries/resume.ts';
import { sweepDueDeliveries } from './deliveries/sweep-due-deliveries.ts';
import { purgeDeletedWebhooks } from './endpoints/delete-webhook.ts';
import { webhookRoutes } from './routes.ts';
import { createNameService } from './targets/look-up-addresses.ts';

export { countWaitingDeliveries, type WaitingDeliveries } from './deliveries/waiting-store.ts';
export { countWebhooks } from './endpoints/store.ts';

/** Milliseconds of one turn of the event loop that jobs may take up with reading what they post. */
const MOST_HELD_MS = 5;

/** Creates the feature `webhooks`: its routes, its job handler, its recurring job, and what it does when others announce something. */
export function createWebhooks(app: AppContext, queue: Queue) {
  const { config, db, hooks, log } = app;
  const rules = { names: createNameService(config.DNS_SERVERS), allowPrivate: config.WEBHOOK_ALLOW_PRIVATE };
  const { throttled } = createLogThrottle();
  const late = createLateEndpoints((webhookId, meanMs) =>
    throttled(webhookId, (omitted) =>
      log.info(
        { webhook: webhookId, mean_ms: Math.round(meanMs), omitted },
        'a webhook endpoint answers slowly: what goes to it comes after others',
      ),
    ),
  );
  const parts = { app, queue, late };
  const client = createWebhookClient(rules);
  const retry = createOutageRetry(log, 'what became of webhooks');
  const writer = createAttemptWriter(parts, retry);
  const yieldIfBusy = createYieldLine(MOST_HELD_MS);
  hooks.on(eventsRecorded, (trx, events) => planDeliveries(parts, trx, events));
  hooks.on(announced, (trx, announcements) => planDeliveries(parts, trx, announcements));
  hooks.on(tenantResumed, (tenantId) => resumeTenantDeliveries(app, tenantId));

  const deliver: JobHandler<'webhook'> = (jobs, signal) => deliverWebhooks({ app, writer, client, yieldIfBusy }, jobs, signal);

  /** Works off everything that is due. Returns the attempts made. */
  async function drain(): Promise<number> {
    const before = writer.recorded();
    do await queue.drain(['webhook']);
    while ((await sweepDueDeliveries(parts)) > 0);
    return writer.recorded() - before;
  }

  return {
    routes: { webhooks: webhookRoutes({ ...parts, rules }) },
    jobHandlers: { webhook: deliver },
    backgroundJobs: {
      webhooks: { run: () => sweepDueDeliveries(parts), runToEnd: drain, nextDueAt: () => findNextDue(db.read, 'webhook_deliveries') },
    },
    metrics: (registry) => {
      countAttempts(app, registry);
      measureSlow(late, registry);
    },
    cleanup: [(limit: number) => purgeDeletedWebhooks(app, limit)],
    quiesce: () => client.close(),
    stop: async () => retry.end(),
  } satisfies Feature;
}
