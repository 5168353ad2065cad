import { adminContract, contract } from '@posthorn/contract';
import { createAdmin } from './admin/index.ts';
import type { AppContext } from './app-context.ts';
import { createAttachments } from './attachments/index.ts';
import { createAudiences } from './audiences/index.ts';
import { createAutomations } from './automations/index.ts';
import { createBackground } from './background.ts';
import { createBlobs } from './blobs/create-blobs.ts';
import { openByteStore } from './blobs/open-store.ts';
import { createBroadcasts } from './broadcasts/index.ts';
import { createCaptured } from './captured/index.ts';
import { cleanupOf } from './cleanup.ts';
import { createContacts } from './contacts/index.ts';
import { createFairShare } from './core/concurrency/fair-share.ts';
import { implement, type RouterOf } from './core/operation/implement.ts';
import { createDelivery } from './delivery/index.ts';
import { createDomains, isVerifiedDomain } from './domains/index.ts';
import { createEmail } from './email/index.ts';
import { createEvents } from './events/index.ts';
import { type Feature, gather, type Listener } from './feature.ts';
import { createFeedback } from './feedback/index.ts';
import { healthRoutes } from './health/routes.ts';
import { createLargeJson } from './http/large-json.ts';
import { createHttpApp } from './http-app.ts';
import { createInbound } from './inbound/index.ts';
import { createMessages } from './messages/index.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { watchAccepted, watchPostmaster, watchProvider, watchReports } from './metrics/watch-mail.ts';
import { watchQueue } from './metrics/watch-queue.ts';
import { createProvider } from './provider/create-provider.ts';
import type { Queue } from './queue/queue.ts';
import { createQuota } from './quota/index.ts';
import { createSegments } from './segments/index.ts';
import { createSuppressions } from './suppressions/index.ts';
import { createTemplates } from './templates/index.ts';
import { createTenants } from './tenants/index.ts';
import { createTracking } from './tracking/index.ts';
import { createUsage } from './usage/index.ts';
import { createWebhooks } from './webhooks/index.ts';

/** Memory for what is being read, each apart: nobody's bodies crowd out those of others. */
const CALLER_BYTES = 256 * 1024 * 1024;
const STRANGER_BYTES = 16 * 1024 * 1024;
const SMTP_BYTES = 128 * 1024 * 1024;

/** A whole service in one process. */
export interface App {
  /** `bindings`: the connection, as the HTTP server knows it. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  /** Takes mail over SMTP where the settings say so; throws ConfigError for a place where it cannot. */
  listenSmtp(): Promise<Listener | undefined>;
  /** Begins the background work. */
  work(): Promise<void>;
  /** Ends the background work and gives back what was not begun; requests are still answered. */
  rest(): Promise<void>;
  /** Rests, and closes what was opened. */
  stop(): Promise<void>;
}

/** A service of the database, which is migrated, and the queue, which is installed. */
export function createApp(app: AppContext, queue: Queue): App {
  const { config, clock, log } = app;
  const metrics = createMetrics();
  watchQueue(queue, metrics, log);
  watchAccepted(app, metrics);
  watchReports(app, metrics);
  watchPostmaster(app, metrics);
  const provider = watchProvider(createProvider(app), metrics);
  const blobs = createBlobs(app, openByteStore(app));
  const tenants = createTenants(app, { blobs, isVerifiedDomain });
  const templates = createTemplates(app);
  const background = createBackground({ intervalMs: config.JOB_INTERVAL_MS, clock, log });

  // A lower feature before a higher one, which is also the order in which they hear of things.
  const features = [
    { routes: { health: healthRoutes(app) } },
    tenants,
    createQuota(app),
    createDomains(app),
    createSuppressions(app),
    templates,
    createAttachments(app, blobs),
    createEvents(app),
    createContacts(app, blobs),
    createAudiences(app),
    createSegments(app),
    createWebhooks(app, queue),
    createTracking(app),
    createUsage(app),
    createCaptured(app),
    createMessages(app),
    createEmail(app, { queue, blobs, templates }),
    createDelivery(app, { queue, provider, blobs }),
    createFeedback(app),
    createBroadcasts(app, { queue, templates }),
    createAutomations(app, { queue, templates }),
    createInbound(app, { blobs, budget: createFairShare(SMTP_BYTES) }),
    createAdmin(app, { queue, background, metrics, purge: tenants.purge }),
  ] as const;
  const all: readonly Feature[] = features;
  queue.attach(gather(features, 'work'));
  background.attach({ ...gather(all, 'jobs'), cleanup: cleanupOf(all, blobs) });
  const largeJson = createLargeJson();
  const hono = createHttpApp(app, {
    service: implement(contract, gather(features, 'routes')),
    operator: implement(adminContract, gather(features, 'adminRoutes')),
    links: all.flatMap((feature) => feature.links ?? []),
    findKey: tenants.findKey,
    metrics,
    largeJson,
    budgets: { callers: createFairShare(CALLER_BYTES), strangers: createFairShare(STRANGER_BYTES) },
  });

  async function rest(): Promise<void> {
    await Promise.all([background.stop(), queue.halt(), provider.close()]);
    await Promise.all(all.map((feature) => feature.rest?.()));
  }

  return {
    fetch: hono.fetch,
    async listenSmtp() {
      for (const { listen } of all) {
        const listener = await listen?.();
        if (listener !== undefined) return listener;
      }
      return undefined;
    },
    async work() {
      await queue.start();
      background.start();
    },
    rest,
    async stop() {
      const resting = rest();
      await Promise.allSettled([resting]);
      const closing = [queue.stop(), largeJson.stop(), ...all.map((feature) => feature.stop?.())];
      // One that cannot be closed keeps none of the others open.
      await Promise.allSettled(closing);
      await Promise.all([resting, ...closing]);
    },
  };
}

/** The router's type, for tRPC clients. */
export type AppRouter = RouterOf<typeof contract>;
