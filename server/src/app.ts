import { accountContract, adminContract, contract } from '@posthorn/contract';
import { createAdmin } from './admin/index.ts';
import type { AppContext } from './app-context.ts';
import { createAttachments } from './attachments/index.ts';
import { createAudiences } from './audiences/index.ts';
import { createAutomations } from './automations/index.ts';
import { type Background, createBackground } from './background.ts';
import { createBlobs } from './blobs/create-blobs.ts';
import { openByteStore } from './blobs/open-store.ts';
import { createBroadcasts } from './broadcasts/index.ts';
import { createCaptured } from './captured/index.ts';
import { cleanupOf } from './cleanup.ts';
import { createContacts } from './contacts/index.ts';
import { createFairShare } from './core/concurrency/fair-share.ts';
import { loadAsked } from './core/concurrency/task-load.ts';
import { implement, type RouterOf } from './core/operation/implement.ts';
import { createDelivery } from './delivery/index.ts';
import { createDomains, isVerifiedDomain } from './domains/index.ts';
import { createEmail } from './email/index.ts';
import { createEvents } from './events/index.ts';
import { type Feature, gather, type Listener } from './feature.ts';
import { createFeed } from './feed/index.ts';
import { createFeedback } from './feedback/index.ts';
import { healthRoutes } from './health/routes.ts';
import { createTenantTurns } from './http/in-turn.ts';
import { createLargeJson } from './http/large-json.ts';
import { createConsoleFiles } from './http/pages/console-files.ts';
import { createHttpApp, createWorkerApp } from './http-app.ts';
import { createInbound } from './inbound/index.ts';
import { createMessages } from './messages/index.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { watchBacklog, watchReputation } from './metrics/watch-backlog.ts';
import { watchMail, watchProvider } from './metrics/watch-mail.ts';
import { watchCertificates, watchLoads, watchProcess, watchProviderState } from './metrics/watch-process.ts';
import { createPeople } from './people/index.ts';
import { createProvider } from './provider/create-provider.ts';
import { providerNameOf } from './provider/provider-name.ts';
import type { Queue } from './queue/queue.ts';
import { createQuota } from './quota/index.ts';
import { createSegments } from './segments/index.ts';
import { certificatesAsked } from './smtp/follow-certificate.ts';
import { createStats } from './stats/index.ts';
import { listenForSubmissions, type SubmissionListeners } from './submission/index.ts';
import { createSuppressions } from './suppressions/index.ts';
import { createTemplates } from './templates/index.ts';
import { createTenants } from './tenants/index.ts';
import { createTracking } from './tracking/index.ts';
import { createUsage } from './usage/index.ts';
import { createWatch, type Watch } from './watch/create-watch.ts';
import { createProviderWatch, type ProviderWatch } from './watch/provider-state.ts';
import { createWebhooks } from './webhooks/index.ts';

/** Memory for what is being read, each apart: nobody's bodies crowd out those of others. */
const CALLER_BYTES = 256 * 1024 * 1024;
const STRANGER_BYTES = 16 * 1024 * 1024;
const SMTP_BYTES = 128 * 1024 * 1024;
const SUBMITTED_BYTES = 256 * 1024 * 1024;

/** A whole service in one process. */
export interface App {
  /** What is asked over HTTP: everything, or of a worker how it is. `bindings`: the connection, as the HTTP server knows it. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  /** Builds the console where it is not built yet; otherwise who first asks for it waits. */
  prepareConsole(): void;
  /** Takes mail over SMTP where the settings say so; throws ConfigError for a place where it cannot. */
  listenSmtp(): Promise<Listener | undefined>;
  /** Takes mail to be sent over SMTP where the settings say so; throws ConfigError for a place where it cannot. */
  listenForSubmissions(): Promise<SubmissionListeners>;
  /** Begins the background work. */
  work(): Promise<void>;
  /** Ends the background work and gives back what was not begun; requests are still answered. */
  rest(): Promise<void>;
  /** Rests, and closes what was opened. */
  stop(): Promise<void>;
}

interface Gauged {
  readonly app: AppContext;
  readonly watch: Watch;
  readonly followed: ProviderWatch;
  readonly background: Background;
}

/** Has the metrics tell of what is not counted, but looked up when they are asked for. */
function addGauges({ registry }: Metrics, { app, watch, followed, background }: Gauged): void {
  watchBacklog(registry, watch.backlog);
  watchReputation(registry, watch.reputation);
  if (app.config.ROLE !== 'api') watchProviderState(registry, followed);
  watchLoads(registry, () => app.hooks.call(loadAsked));
  watchCertificates(registry, () => app.hooks.call(certificatesAsked));
  watchProcess(registry, background);
}

/** A service of the database, which is migrated, and the queue, which is installed. */
export function createApp(app: AppContext, queue: Queue): App {
  const { config, clock, log } = app;
  const metrics = createMetrics();
  watchMail(app, metrics);
  const followed = createProviderWatch(createProvider(app), { name: providerNameOf(config), log });
  const provider = watchProvider(followed.provider, metrics);
  const watch = createWatch({ app, queue, provider: followed });
  const blobs = createBlobs(app, openByteStore(app));
  const tenants = createTenants(app, { blobs, isVerifiedDomain });
  const people = createPeople(app, { callers: tenants.callers });
  const templates = createTemplates(app);
  const inbound = createInbound(app, { blobs, budget: createFairShare(SMTP_BYTES) });
  const background = createBackground({ intervalMs: config.JOB_INTERVAL_MS, clock, log, onRun: metrics.onJob });

  // A lower feature before a higher one, which is also the order in which they hear of things.
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
    createTracking(app),
    createUsage(app),
    createCaptured(app),
    createFeed(app),
    createMessages(app),
    createStats(app),
    createEmail(app, { queue, blobs, templates, findCallerAgain: people.findCallerAgain }),
    createDelivery(app, { queue, provider, blobs }),
    createFeedback(app),
    createBroadcasts(app, { queue, templates }),
    createAutomations(app, { queue, templates }),
    inbound,
    createAdmin(app, { background, metrics, purge: tenants.purge, watch }),
  ] as const;
  const all: readonly Feature[] = features;
  queue.attach(gather(features, 'work'));
  background.attach({ ...gather(all, 'jobs'), cleanup: cleanupOf(all, blobs) });
  const largeJson = createLargeJson();
  app.hooks.on(loadAsked, async () => largeJson.load());
  app.hooks.on(loadAsked, async () => ({ pool: 'scan', ...app.db.scans() }));
  addGauges(metrics, { app, watch, followed, background });
  const parts = {
    service: implement(contract, gather(features, 'routes'), people.audit),
    operator: implement(adminContract, gather(features, 'adminRoutes'), people.audit),
    account: implement(accountContract, gather(features, 'accountRoutes'), people.audit),
    links: all.flatMap((feature) => feature.links ?? []),
    authentication: { keys: tenants.authenticated, findByBearer: people.findByBearer, findSignedIn: people.findSignedIn },
    metrics,
    turns: createTenantTurns(config.TENANT_CONCURRENCY),
    largeJson,
    consoleFiles: createConsoleFiles(app.log),
    budgets: { callers: createFairShare(CALLER_BYTES), strangers: createFairShare(STRANGER_BYTES) },
  };

  async function rest(): Promise<void> {
    await Promise.all([background.stop(), queue.halt(), provider.close()]);
    await Promise.all(all.map((feature) => feature.rest?.()));
  }

  return {
    fetch: (config.ROLE === 'worker' ? createWorkerApp(app, parts) : createHttpApp(app, parts)).fetch,
    prepareConsole: () => parts.consoleFiles.prepare(),
    async listenSmtp() {
      for (const { listen } of all) {
        const listener = await listen?.();
        if (listener !== undefined) return listener;
      }
      return undefined;
    },
    async listenForSubmissions() {
      if (config.ROLE === 'worker') return { submission: undefined, submissions: undefined };
      const { service, turns, authentication } = parts;
      const budget = createFairShare(SUBMITTED_BYTES);
      return listenForSubmissions({ app, service, turns, keys: authentication.keys, reader: inbound.reader, budget });
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
