import { adminContract, contract } from '@posthorn/contract';
import { clockRoutes } from './admin/clock-routes.ts';
import { jobRoutes } from './admin/job-routes.ts';
import { statsRoutes } from './admin/stats-routes.ts';
import { adminTenantRoutes } from './admin/tenant-routes.ts';
import type { AppContext } from './app-context.ts';
import { attachmentRoutes } from './attachments/index.ts';
import { audienceRoutes, purgeDisowned } from './audiences/index.ts';
import { finishBrokenOff } from './automations/index.ts';
import { type Background, type BackgroundJob, createBackground, inSteps } from './background.ts';
import { contactRoutes, exportRunner, importRunner, purgeExports } from './contacts/index.ts';
import { implement, type RouterOf } from './core/implement.ts';
import { domainRoutes, isVerifiedDomain, recheckDomains } from './domains/index.ts';
import { type Features, joinFeatures } from './features.ts';
import { fetchText, providerEventRoutes } from './feedback/index.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createHttpApp } from './http-app.ts';
import type { SmtpListener } from './inbound/index.ts';
import { messageRoutes, retireBodies } from './messages/index.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { capturedRoutes } from './provider/captured-routes.ts';
import type { Queue } from './queue/queue.ts';
import { purgeOldBuckets } from './quota/index.ts';
import { segmentRoutes } from './segments/index.ts';
import { adminSuppressionRoutes, suppressionRoutes } from './suppressions/index.ts';
import { apiKeyRoutes, purgeDeletedTenants } from './tenants/index.ts';
import { usageRoutes } from './usage/index.ts';
import { countWebhooks } from './webhooks/index.ts';

/** Rows that one run of a daily job handles at most. */
const ITEMS_A_RUN = 10_000;

/** A whole service in one process. */
export interface App {
  /** `bindings`: the connection, as the HTTP server knows it. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  /** Takes mail over SMTP where the settings say so; throws ConfigError for a place where it cannot. */
  listenSmtp(): Promise<SmtpListener | undefined>;
  /** Begins the background work. */
  work(): Promise<void>;
  /** Ends the background work and gives back what was not begun; requests are still answered. */
  rest(): Promise<void>;
  /** Rests, and closes what was opened. */
  stop(): Promise<void>;
}

/** What recurs, by the name it is run by on demand. */
function jobsOf(app: AppContext, features: Features): Readonly<Record<string, BackgroundJob>> {
  const { db, clock } = app;
  const { delivery, automations, broadcasts, webhooks, dns, blobs, contactParts } = features;
  async function dispatch(): Promise<number> {
    const done = await delivery.drain();
    await broadcasts.fanOut.finish();
    return done;
  }
  return {
    scheduler: { run: delivery.sweep, nextDueAt: delivery.nextDueAt },
    automations: { run: automations.sweep, runToEnd: automations.drain, nextDueAt: automations.nextDueAt },
    fanout: { run: broadcasts.fanOut.run, nextDueAt: broadcasts.fanOut.nextDueAt },
    dispatch: { run: dispatch, onDemand: true },
    import: { run: importRunner(contactParts) },
    export: { run: exportRunner(contactParts) },
    webhooks: { run: webhooks.sweep, runToEnd: webhooks.drain, nextDueAt: webhooks.nextDueAt },
    domains: { run: () => recheckDomains(dns, ITEMS_A_RUN) },
    cleanup: {
      run: inSteps(
        () => purgeDeletedTenants({ db, clock, blobs }, ITEMS_A_RUN),
        () => purgeOldBuckets(app),
        () => purgeDisowned(app),
        () => finishBrokenOff(app),
        () => purgeExports(contactParts),
        () => webhooks.purge(ITEMS_A_RUN),
        () => retireBodies(app, ITEMS_A_RUN),
        // After the bodies, whose files are then due.
        () => blobs.removeExpired(ITEMS_A_RUN),
      ),
    },
  };
}

function serviceOf(app: AppContext, features: Features) {
  const { db } = app;
  const { email, contactParts, audienceParts, templates, automations, broadcasts, erasers, blobs, dns, inbound, webhooks } = features;
  return implement(contract, {
    health: healthRoutes(app),
    email: email.routes,
    messages: messageRoutes(app),
    contacts: contactRoutes(contactParts),
    audiences: audienceRoutes(audienceParts),
    templates: templates.routes,
    segments: segmentRoutes(app),
    automations: automations.routes,
    broadcasts: broadcasts.routes,
    ...suppressionRoutes({ app, erasers }),
    attachments: attachmentRoutes({ app, blobs }),
    domains: domainRoutes(dns),
    apiKeys: apiKeyRoutes({ app, isVerifiedDomain }),
    usage: usageRoutes({ app, countWebhooks: (tenantId) => countWebhooks(db.read, tenantId) }),
    inbound: inbound.routes,
    webhooks: webhooks.routes,
  });
}

function operatorOf(app: AppContext, features: Features, { queue, background }: { queue: Queue; background: Background }) {
  const { clock } = app;
  const { delivery, broadcasts, webhooks, purge, erasers, metrics, applyFeedback, inbound } = features;
  // What was held while a tenant was suspended.
  const onResumed = async (tenantId: string) => {
    await Promise.all([delivery.resumeTenant(tenantId), broadcasts.resumeTenant(tenantId), webhooks.resumeTenant(tenantId)]);
  };
  return implement(adminContract, {
    tenants: adminTenantRoutes({ app, purge, onResumed }),
    ...adminSuppressionRoutes({ app, erasers }),
    clock: clockRoutes(clock),
    jobs: jobRoutes(background),
    captured: capturedRoutes(app),
    stats: statsRoutes(app, queue),
    metrics: metricsRoutes(metrics),
    providerEvents: providerEventRoutes({ app, applyFeedback }, fetchText),
    inbound: inbound.adminRoutes,
  });
}

/** A service of the database, which is migrated, and the queue, which is installed. */
export function createApp(app: AppContext, queue: Queue): App {
  const { config, clock, log } = app;
  const features = joinFeatures(app, queue);
  const background = createBackground({ intervalMs: config.JOB_INTERVAL_MS, clock, log, jobs: jobsOf(app, features) });
  const http = createHttpApp(app, {
    ...features,
    service: serviceOf(app, features),
    operator: operatorOf(app, features, { queue, background }),
  });
  const { provider, webhooks, templates, purge, usage, inbound } = features;

  async function rest(): Promise<void> {
    await Promise.all([background.stop(), queue.halt(), provider.close()]);
    await webhooks.close();
  }

  return {
    fetch: http.fetch,
    listenSmtp: inbound.listen,
    async work() {
      await queue.start();
      background.start();
    },
    rest,
    async stop() {
      await rest();
      await Promise.all([queue.stop(), templates.stop(), purge.stop()]);
      await usage.flush();
    },
  };
}

/** The router's type, for tRPC clients. */
export type AppRouter = RouterOf<typeof contract>;
