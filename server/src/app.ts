import { adminContract, contract } from '@posthorn/contract';
import { clockRoutes } from './admin/clock-routes.ts';
import { jobRoutes } from './admin/job-routes.ts';
import { statsRoutes } from './admin/stats-routes.ts';
import { adminTenantRoutes } from './admin/tenant-routes.ts';
import { attachmentRoutes } from './attachments/index.ts';
import { audienceRoutes, purgeDisowned, removeFromAudiences } from './audiences/index.ts';
import { createAutomations, enrollAdded, enrollCreated, finishBrokenOff, removeFromAutomations, wakeOnEvent } from './automations/index.ts';
import { createBackground, inSteps } from './background.ts';
import { createBlobs } from './blobs/create-blobs.ts';
import { openByteStore } from './blobs/open-store.ts';
import { createBroadcasts, heldBroadcasts, keepLedgers, personaliser } from './broadcasts/index.ts';
import {
  type ContactRemoval,
  closeContactsOnEvent,
  contactEraser,
  contactRoutes,
  exportRunner,
  importEraser,
  importRunner,
  purgeExports,
  unsubscribedContacts,
  unsubscriber,
} from './contacts/index.ts';
import { implement, type RouterOf } from './core/implement.ts';
import { createDelivery, eraseInReplies } from './delivery/index.ts';
import { dnsLookUp, domainRoutes, isVerifiedDomain, recheckDomains } from './domains/index.ts';
import { openDoors } from './doors.ts';
import { answerEraser, createEmail } from './email/index.ts';
import { announcementEraser, announcer, eventRecorder } from './events/index.ts';
import { fetchText, providerEventRoutes, reportTaker } from './feedback/index.ts';
import { healthRoutes } from './http/health-routes.ts';
import { readBudget } from './http/read-body.ts';
import { createInbound, type SmtpListener } from './inbound/index.ts';
import { feedbackApplier, messageEraser, messageRoutes, outcomeApplier, retireBodies } from './messages/index.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { watchProvider } from './metrics/watch-provider.ts';
import { watchQueue } from './metrics/watch-queue.ts';
import type { Platform } from './platform.ts';
import { capturedRoutes } from './provider/captured-routes.ts';
import { deleteCapturedTo } from './provider/captured-store.ts';
import { createProvider } from './provider/create-provider.ts';
import type { Queue } from './queue/queue.ts';
import { purgeOldBuckets } from './quota/index.ts';
import { segmentRoutes } from './segments/index.ts';
import { adminSuppressionRoutes, type Eraser, suppressionFinder, suppressionRoutes, suppressOnEvent } from './suppressions/index.ts';
import { createTemplates } from './templates/index.ts';
import { apiKeyRoutes, authenticate, keyUsage, purgeDeletedTenants, tenantPurge } from './tenants/index.ts';
import { createLinks, hitRecorder, unsubscribeByMail } from './tracking/index.ts';
import { usageRoutes } from './usage/index.ts';
import { countWebhooks, createWebhooks } from './webhooks/index.ts';

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

/** Builds every part once and joins them. The database is migrated and the queue installed. */
export function createApp(platform: Platform, queue: Queue): App {
  const { config, db, clock, secrets, log } = platform;
  const blobs = createBlobs(platform, openByteStore(platform));
  const metrics = createMetrics();
  watchQueue(queue, metrics, log);
  const provider = watchProvider(createProvider(platform), metrics);
  const usage = keyUsage(platform);
  const purge = tenantPurge({ db, clock, log, blobs });
  const dns = { platform, lookUp: dnsLookUp({ servers: config.DNS_SERVERS }) };
  const findKey = async (keyHash: string) => {
    const caller = await authenticate(db, keyHash);
    if (caller !== undefined) usage.note(caller.keyId);
    return caller;
  };
  // Called when contacts are deleted, long after everything is built.
  const cancelBroadcastMail: ContactRemoval = (trx, contactIds) => broadcasts.cancelMailOf(trx, contactIds);
  const webhooks = createWebhooks(platform, queue);
  const announce = announcer(db.dialect, [webhooks.plan, enrollCreated(platform)]);
  const contactParts = {
    platform,
    announce,
    blobs,
    removals: [removeFromAudiences(db.dialect), cancelBroadcastMail, removeFromAutomations(platform)],
  };
  const audienceParts = { platform, onAdded: [enrollAdded(platform)] };
  const recordEvents = eventRecorder(db.dialect, [
    suppressOnEvent(db.dialect),
    closeContactsOnEvent(contactParts),
    webhooks.plan,
    wakeOnEvent(platform),
  ]);
  // Who must get no mail, at intake and again at dispatch: the lists, and for marketing mail what features know beside them.
  const findSuppressed = suppressionFinder({ dialect: db.dialect, secrets, unsubscribed: [unsubscribedContacts(db.dialect)] });
  const onMoved = keepLedgers(db.dialect);
  const templates = createTemplates(platform);
  const links = createLinks(platform);
  const leaving = { platform, unsubscribe: unsubscriber(contactParts) };
  const applyOutcomes = outcomeApplier(platform, recordEvents, onMoved);
  const delivery = createDelivery(platform, {
    queue,
    provider,
    blobs,
    applyOutcomes,
    findSuppressed,
    holds: heldBroadcasts,
    personalise: personaliser(platform, templates.content),
    links,
  });
  const applyFeedback = feedbackApplier(platform, recordEvents, onMoved);
  const broadcasts = createBroadcasts({ platform, queue, content: templates.content, recordEvents, onMoved, findSuppressed });
  const budget = readBudget();
  const takeReport = reportTaker({ platform, applyFeedback });
  const inbound = createInbound(platform, { blobs, announce, takeReport, unsubscribe: unsubscribeByMail(leaving), budget });
  const email = createEmail(platform, {
    queue,
    blobs,
    recordEvents,
    onMoved,
    findSuppressed,
    renderer: templates.renderer,
    links,
    findKey,
    onAccepted: metrics.onAccepted,
  });
  const automations = createAutomations(platform, {
    queue,
    renderer: templates.renderer,
    content: templates.content,
    links,
    findSuppressed,
    contactParts,
    audienceParts,
  });
  const deliverBulk: typeof delivery.deliver = async (jobs, signal) => {
    await delivery.deliver(jobs, signal);
    await broadcasts.fanOut.finish();
  };
  queue.attach({
    deliver: delivery.deliver,
    deliver_bulk: deliverBulk,
    fanout: broadcasts.fanOut.work,
    webhook: webhooks.deliver,
  });

  // What an erased address is taken out of: every feature whose rows name addresses has its place here.
  const erasers: readonly Eraser[] = [
    messageEraser(platform, { recordEvents, onMoved, attached: [(trx, page) => eraseInReplies(trx, db.dialect, page)] }),
    answerEraser(platform),
    (erasure) => db.transact((trx) => deleteCapturedTo(trx, erasure)),
    contactEraser(contactParts),
    importEraser(platform),
    announcementEraser(platform),
    inbound.eraser,
  ];

  async function dispatch(): Promise<number> {
    const done = await delivery.drain();
    await broadcasts.fanOut.finish();
    return done;
  }

  const background = createBackground({
    intervalMs: config.JOB_INTERVAL_MS,
    clock,
    log,
    jobs: {
      scheduler: { run: delivery.sweep, nextDueAt: delivery.nextDueAt },
      automations: { run: automations.run, nextDueAt: automations.nextDueAt },
      fanout: { run: broadcasts.fanOut.run, nextDueAt: broadcasts.fanOut.nextDueAt },
      dispatch: { run: dispatch, onDemand: true },
      import: { run: importRunner(contactParts) },
      export: { run: exportRunner(contactParts) },
      webhooks: { run: webhooks.sweep, runToEnd: webhooks.drain, nextDueAt: webhooks.nextDueAt },
      domains: { run: () => recheckDomains(dns, ITEMS_A_RUN) },
      cleanup: {
        run: inSteps(
          () => purgeDeletedTenants({ db, clock, blobs }, ITEMS_A_RUN),
          () => purgeOldBuckets(platform),
          () => purgeDisowned(platform),
          () => finishBrokenOff(platform),
          () => purgeExports(contactParts),
          () => webhooks.purge(ITEMS_A_RUN),
          () => retireBodies(platform, ITEMS_A_RUN),
          // After the bodies, whose files are then due.
          () => blobs.removeExpired(ITEMS_A_RUN),
        ),
      },
    },
  });

  const service = implement(contract, {
    health: healthRoutes(platform),
    email: email.routes,
    messages: messageRoutes(platform),
    contacts: contactRoutes(contactParts),
    audiences: audienceRoutes(audienceParts),
    templates: templates.routes,
    segments: segmentRoutes(platform),
    automations: automations.routes,
    broadcasts: broadcasts.routes,
    ...suppressionRoutes({ platform, erasers }),
    attachments: attachmentRoutes({ platform, blobs }),
    domains: domainRoutes(dns),
    apiKeys: apiKeyRoutes({ platform, isVerifiedDomain }),
    usage: usageRoutes({ platform, countWebhooks: (tenantId) => countWebhooks(db.read, tenantId) }),
    inbound: inbound.routes,
    webhooks: webhooks.routes,
  });
  // What was held while a tenant was suspended.
  const onResumed = async (tenantId: string) => {
    await Promise.all([delivery.resumeTenant(tenantId), webhooks.resumeTenant(tenantId)]);
  };
  const operator = implement(adminContract, {
    tenants: adminTenantRoutes({ platform, purge, onResumed }),
    ...adminSuppressionRoutes({ platform, erasers }),
    clock: clockRoutes(clock),
    jobs: jobRoutes(background),
    captured: capturedRoutes(platform),
    stats: statsRoutes(platform, queue),
    metrics: metricsRoutes(metrics),
    providerEvents: providerEventRoutes({ platform, applyFeedback }, fetchText),
    inbound: inbound.adminRoutes,
  });

  const recordHit = hitRecorder({ platform, recordEvents });
  const http = openDoors({ platform, service, operator, findKey, metrics, budget, recordHit, leaving });

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
