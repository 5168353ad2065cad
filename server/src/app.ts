import { adminContract, contract } from '@posthorn/contract';
import { Hono } from 'hono';
import { clockRoutes } from './admin/clock-routes.ts';
import { jobRoutes } from './admin/job-routes.ts';
import { statsRoutes } from './admin/stats-routes.ts';
import { createBackground } from './background.ts';
import { databaseBlobs } from './blobs/database.ts';
import { implement } from './core/implement.ts';
import { createDelivery } from './delivery/index.ts';
import { createDomains } from './domains/index.ts';
import { createEmail } from './email/index.ts';
import { eventRecorder } from './events/index.ts';
import { authenticator } from './http/authenticate.ts';
import { healthRoutes } from './http/health-routes.ts';
import { closeArea, mount } from './http/mount.ts';
import { readBudget } from './http/read-body.ts';
import { mountTrpc } from './http/trpc.ts';
import { messageRoutes, outcomeApplier } from './messages/index.ts';
import type { Platform } from './platform.ts';
import { capturedRoutes } from './provider/captured-routes.ts';
import { createProvider } from './provider/create-provider.ts';
import type { Queue } from './queue/queue.ts';
import { createTenants } from './tenants/index.ts';

/** A whole service in one process. */
export interface App {
  fetch(request: Request): Response | Promise<Response>;
  readonly tenants: ReturnType<typeof createTenants>;
  readonly domains: ReturnType<typeof createDomains>;
  /** Begins the background work. */
  work(): Promise<void>;
  /** Ends the background work, giving back what was not begun, and closes what was opened. */
  stop(): Promise<void>;
}

/** Builds every part once and joins them. The database is migrated and the queue installed. */
export function createApp(platform: Platform, queue: Queue): App {
  const { config, db, clock, random, log } = platform;
  const blobs = databaseBlobs(platform);
  const provider = createProvider(platform);
  const domains = createDomains(platform);
  const tenants = createTenants(platform, domains);
  const recordEvents = eventRecorder(db.dialect, []);
  const delivery = createDelivery(platform, { queue, provider, blobs, applyOutcomes: outcomeApplier(platform, recordEvents) });
  const email = createEmail(platform, { queue, blobs, findKey: tenants.findKey });
  queue.attach({ deliver: delivery.deliver, deliver_bulk: delivery.deliver });

  const background = createBackground({
    intervalMs: config.JOB_INTERVAL_MS,
    clock,
    log,
    jobs: {
      scheduler: { run: delivery.sweep, nextDueAt: delivery.nextDueAt },
      dispatch: { run: delivery.drain, onDemand: true },
      domains: domains.recheck,
      cleanup: tenants.cleanup,
    },
  });

  const service = implement(contract, {
    health: healthRoutes(platform),
    email: email.routes,
    messages: messageRoutes(platform),
    domains: domains.routes,
    apiKeys: tenants.apiKeyRoutes,
  });
  const operator = implement(adminContract, {
    tenants: tenants.adminRoutes,
    clock: clockRoutes(platform),
    jobs: jobRoutes(background),
    captured: capturedRoutes(platform),
    stats: statsRoutes(platform, queue),
  });

  const http = new Hono();
  const options = {
    authenticate: authenticator({ findKey: tenants.findKey, operatorToken: config.OPERATOR_TOKEN }),
    random,
    log,
    budget: readBudget(),
  };
  mount(http, service, options);
  mount(http, operator, options);
  mountTrpc(http, service, options);
  closeArea(http, { paths: ['/v1', '/v1/*'], scope: 'full', routes: service.routes }, options);
  closeArea(http, { paths: ['/admin', '/admin/*'], scope: 'operator', routes: operator.routes }, options);
  closeArea(http, { paths: ['/*'], scope: 'public', routes: service.routes }, options);

  return {
    fetch: http.fetch,
    tenants,
    domains,
    async work() {
      await queue.start();
      background.start();
    },
    async stop() {
      await background.stop();
      await queue.stop();
      await provider.close();
      await tenants.stop();
    },
  };
}
