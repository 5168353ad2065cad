import { accountContract, adminContract, contract } from '@posthorn/contract';
import { createAdmin } from './admin/index.ts';
import type { AppContext } from './app-context.ts';
import { createAttachments } from './attachments/index.ts';
import { createAudiences } from './audiences/index.ts';
import { createAutomations } from './automations/index.ts';
import { type Background, createBackground } from './background.ts';
import { createBlobs, storeUnresponsive } from './blobs/create-blobs.ts';
import { openByteStore } from './blobs/open-store.ts';
import { createBroadcasts } from './broadcasts/index.ts';
import { createCaptured } from './captured/index.ts';
import { cleanupOf } from './cleanup.ts';
import { createContacts } from './contacts/index.ts';
import { poolLoad } from './core/concurrency/task-load.ts';
import { implement, type RouterOf } from './core/operation/implement.ts';
import { createDelivery } from './delivery/index.ts';
import { createDomains, isLinkHost, isVerifiedDomain } from './domains/index.ts';
import { createEmail } from './email/index.ts';
import { createEvents } from './events/index.ts';
import { type Feature, gather, type Listeners, listenAll } from './feature.ts';
import { createFeed } from './feed/index.ts';
import { createFeedback } from './feedback/index.ts';
import { healthRoutes } from './health/routes.ts';
import { createConsoleFiles } from './http/pages/console-files.ts';
import { createRequestBudgets } from './http/request-budgets.ts';
import { createHttpApp, createWorkerApp, type HttpAppParts } from './http-app.ts';
import { createInbound } from './inbound/index.ts';
import { createMailReader, type MailReader } from './mail-reader/mail-reader.ts';
import { createMessages } from './messages/index.ts';
import { addGauges } from './metrics/add-gauges.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { measureProvider } from './metrics/measure-provider.ts';
import { createPeople, findCallerNow } from './people/index.ts';
import { createProvider } from './provider/create-provider.ts';
import type { Provider } from './provider/provider.ts';
import { providerNameOf } from './provider/provider-name.ts';
import { workPlanned } from './queue/jobs.ts';
import type { Queue } from './queue/queue.ts';
import { createQuota } from './quota/index.ts';
import { createSegments } from './segments/index.ts';
import { createStats } from './stats/index.ts';
import { createSubmission } from './submission/index.ts';
import { createSuppressions } from './suppressions/index.ts';
import { createTemplates } from './templates/index.ts';
import { createTenants } from './tenants/index.ts';
import { createTracking } from './tracking/index.ts';
import { createUnsubscribe } from './unsubscribe/index.ts';
import { createUsage } from './usage/index.ts';
import { createWatch, type Watch } from './watch/create-watch.ts';
import { createProviderWatch } from './watch/provider-state.ts';
import { createWebhooks } from './webhooks/index.ts';

/**
 * One process: all features, wired, and how they are started and stopped. The `app` parameter in features is not this but their
 * `AppContext`.
 */
export interface App {
  /** Answers an HTTP request: all operations, or in a worker health and metrics. `bindings`: the connection, from the HTTP server. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  /** Builds the console ahead of its first request, if it is not built yet. */
  prepareConsole(): void;
  /** Starts the listeners besides HTTP; throws ConfigError if an address cannot be bound. */
  listen(): Promise<Listeners>;
  /** Starts processing queues and running the recurring jobs. */
  startBackground(): Promise<void>;
  /** Ends the background work and releases jobs that were not begun; requests are still answered. */
  quiesce(): Promise<void>;
  /** Quiesces, and closes everything that was opened. */
  stop(): Promise<void>;
}

/** Overrides of what an app is made of, for tests. */
export interface AppOptions {
  /** The mail reader to use; it is stopped with the app. */
  readonly reader?: MailReader | undefined;
}

/** The parts besides the context that features are built on. */
interface Foundation {
  readonly queue: Queue;
  readonly provider: Provider;
  readonly background: Background;
  readonly metrics: Metrics;
  readonly watch: Watch;
  readonly reader: MailReader;
}

/**
 * Creates the features, lower ones first, which is also the order in which they subscribe to hooks. Returns them, and the parts that are
 * needed separately.
 */
function createFeatures(app: AppContext, { queue, provider, background, metrics, watch, reader }: Foundation) {
  const store = openByteStore(app);
  const { isUnresponsive } = store;
  if (isUnresponsive !== undefined) app.hooks.answer(storeUnresponsive, async () => isUnresponsive());
  const blobs = createBlobs(app, store);
  const tenants = createTenants(app, { blobs, isVerifiedDomain, findCallerNow });
  const people = createPeople(app, { callers: tenants.callers });
  const templates = createTemplates(app);
  const features = [
    { routes: { health: healthRoutes(app) } },
    tenants,
    createQuota(app),
    people,
    createDomains(app),
    createSuppressions(app),
    templates,
    createAttachments(app, blobs),
    createEvents(app),
    createContacts(app, { blobs, queue }),
    createAudiences(app),
    createSegments(app),
    createWebhooks(app, queue),
    createUsage(app),
    createCaptured(app),
    createFeed(app, people),
    createMessages(app),
    createStats(app),
    createUnsubscribe(app),
    createEmail(app, { queue, blobs, templates, findCallerAgain: people.findCallerAgain }),
    createDelivery(app, { queue, provider, blobs }),
    createFeedback(app),
    createTracking(app),
    createBroadcasts(app, { queue, templates }),
    createAutomations(app, { queue, templates }),
    createInbound(app, { blobs, reader }),
    createAdmin(app, { background, metrics, purge: tenants.purge, queue, watch }),
  ] as const;
  return { features, blobs, tenants, people };
}

/** Creates the features and what serves them, on a migrated database and an installed queue. Starts nothing. */
export function createApp(app: AppContext, queue: Queue, options: AppOptions = {}): App {
  const { config, clock, log } = app;
  const metrics = createMetrics();
  const followed = createProviderWatch(createProvider(app), { name: providerNameOf(config), log });
  const provider = measureProvider(followed.provider, metrics);
  const watch = createWatch({ app, queue, provider: followed });
  const background = createBackground({ intervalMs: config.JOB_INTERVAL_MS, clock, log, onRun: metrics.onJob });
  const reader = options.reader ?? createMailReader({ log });
  const { features, blobs, tenants, people } = createFeatures(app, { queue, provider, background, metrics, watch, reader });
  const keys = tenants.authenticated;
  const budgets = createRequestBudgets(app);
  const http: HttpAppParts = {
    operations: implement(contract, gather(features, 'routes'), people.audit),
    operator: implement(adminContract, gather(features, 'adminRoutes'), people.audit),
    account: implement(accountContract, gather(features, 'accountRoutes'), people.audit),
    links: features.flatMap((feature: Feature) => feature.links ?? []),
    isLinkHost: (host) => isLinkHost(app, host),
    authentication: { keys, findByBearer: people.findByBearer, findSignedIn: people.findSignedIn },
    metrics,
    budgets,
    consoleFiles: createConsoleFiles(log),
  };
  const all: readonly Feature[] = [...features, createSubmission(app, { ...budgets, operations: http.operations, keys, reader })];
  queue.attach(gather(features, 'jobHandlers'), metrics.onQueueFailure);
  background.attach({ ...gather(all, 'backgroundJobs'), cleanup: cleanupOf(app, all, blobs) });
  // A virtual clock moves when it is told to: nothing falls due by itself.
  if (config.CLOCK === 'real') app.hooks.on(workPlanned, async (sweep, dueAt) => background.expect(sweep, dueAt));
  metrics.expectJobs(Object.keys(background.history()));
  app.hooks.answer(poolLoad, async () => reader.load());
  app.hooks.answer(poolLoad, async () => budgets.largeJson.load());
  app.hooks.answer(poolLoad, async () => ({ pool: 'scan', ...app.db.scans() }));
  for (const feature of all) feature.metrics?.(metrics.registry);
  addGauges(metrics, { app, watch, followed, background });

  async function quiesce(): Promise<void> {
    await Promise.all([background.stop(), queue.halt(), provider.close()]);
    await Promise.all(all.map((feature) => feature.quiesce?.()));
  }

  return {
    fetch: (config.ROLE === 'worker' ? createWorkerApp(app, http) : createHttpApp(app, http)).fetch,
    prepareConsole: () => http.consoleFiles.prepare(),
    listen: () => listenAll(all),
    async startBackground() {
      await queue.start();
      background.start();
    },
    quiesce,
    async stop() {
      const quiesced = quiesce();
      await Promise.allSettled([quiesced]);
      const closing = [queue.stop(), reader.stop(), budgets.largeJson.stop(), ...all.map((feature) => feature.stop?.())];
      // One that cannot be closed must not keep the others open.
      await Promise.allSettled(closing);
      await Promise.all([quiesced, ...closing]);
    },
  };
}

/** The router's type, for tRPC clients. */
export type AppRouter = RouterOf<typeof contract>;
