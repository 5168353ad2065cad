import type { AppContext } from './app-context.ts';
import { removeFromAudiences } from './audiences/index.ts';
import { createAutomations, enrollAdded, enrollCreated, removeFromAutomations, wakeOnEvent } from './automations/index.ts';
import { createBlobs } from './blobs/create-blobs.ts';
import { openByteStore } from './blobs/open-store.ts';
import { createBroadcasts, heldBroadcasts, keepLedgers, personaliser } from './broadcasts/index.ts';
import {
  type ContactRemoval,
  closeContactsOnEvent,
  contactEraser,
  importEraser,
  unsubscribedContacts,
  unsubscriber,
} from './contacts/index.ts';
import { createResolver } from './core/resolver.ts';
import { createDelivery, eraseInReplies } from './delivery/index.ts';
import { answerEraser, createEmail } from './email/index.ts';
import { announcementEraser, announcer, eventRecorder } from './events/index.ts';
import { reportTaker } from './feedback/index.ts';
import { readBudget } from './http/read-body.ts';
import { createInbound } from './inbound/index.ts';
import { feedbackApplier, messageEraser, outcomeApplier } from './messages/index.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { watchProvider } from './metrics/watch-provider.ts';
import { watchQueue } from './metrics/watch-queue.ts';
import { deleteCapturedTo } from './provider/captured-store.ts';
import { createProvider } from './provider/create-provider.ts';
import type { Queue } from './queue/queue.ts';
import { type Eraser, suppressionFinder, suppressOnEvent } from './suppressions/index.ts';
import { createTemplates } from './templates/index.ts';
import { authenticate, keyUsage, tenantPurge } from './tenants/index.ts';
import { createLinks, unsubscribeByMail } from './tracking/index.ts';
import { createWebhooks } from './webhooks/index.ts';

/** Builds every feature once and joins them: who is told of what, and who asks whom. The queue gets its handlers. */
export function joinFeatures(app: AppContext, queue: Queue) {
  const { config, db, clock, secrets, log } = app;
  const blobs = createBlobs(app, openByteStore(app));
  const metrics = createMetrics();
  watchQueue(queue, metrics, log);
  const provider = watchProvider(createProvider(app), metrics);
  const usage = keyUsage(app);
  const purge = tenantPurge({ db, clock, log, blobs });
  const dns = { app, resolver: createResolver({ servers: config.DNS_SERVERS }) };
  const findKey = async (keyHash: string) => {
    const caller = await authenticate(db, keyHash);
    if (caller !== undefined) usage.note(caller.keyId);
    return caller;
  };
  // Called when contacts are deleted, long after everything is built.
  const cancelBroadcastMail: ContactRemoval = (trx, contactIds) => broadcasts.cancelMailOf(trx, contactIds);
  const webhooks = createWebhooks(app, queue);
  const waking = { app, queue };
  const announce = announcer([webhooks.plan, enrollCreated(waking)]);
  const contactParts = {
    app,
    announce,
    blobs,
    removals: [removeFromAudiences, cancelBroadcastMail, removeFromAutomations],
  };
  const audienceParts = { app, onAdded: [enrollAdded(waking)] };
  const recordEvents = eventRecorder([suppressOnEvent, closeContactsOnEvent(contactParts), webhooks.plan, wakeOnEvent(waking)]);
  // Who must get no mail, at intake and again at dispatch: the lists, and for marketing mail what features know beside them.
  const findSuppressed = suppressionFinder({ secrets, unsubscribed: [unsubscribedContacts] });
  const onMoved = keepLedgers;
  const templates = createTemplates(app);
  const links = createLinks(app);
  const leaving = { app, unsubscribe: unsubscriber(contactParts) };
  const applyOutcomes = outcomeApplier(app, recordEvents, onMoved);
  const delivery = createDelivery(app, {
    queue,
    provider,
    blobs,
    applyOutcomes,
    findSuppressed,
    holds: heldBroadcasts,
    personalise: personaliser(app, templates.content),
    beforeSweep: () => broadcasts.catchUp(),
    links,
  });
  const applyFeedback = feedbackApplier(app, recordEvents, onMoved);
  const broadcasts = createBroadcasts({ app, queue, content: templates.content, recordEvents, onMoved, findSuppressed });
  const budget = readBudget();
  const takeReport = reportTaker({ app, applyFeedback });
  const inbound = createInbound(app, { blobs, announce, takeReport, unsubscribe: unsubscribeByMail(leaving), budget });
  const email = createEmail(app, {
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
  const automations = createAutomations(app, {
    queue,
    renderer: templates.renderer,
    content: templates.content,
    links,
    findSuppressed,
    contactParts,
    audienceParts,
    onAccepted: metrics.onAccepted,
  });
  const deliverBulk: typeof delivery.deliverBulk = async (jobs, signal) => {
    await delivery.deliverBulk(jobs, signal);
    await broadcasts.fanOut.finish();
  };
  queue.attach({
    deliver: delivery.deliver,
    deliver_flood: delivery.deliverBulk,
    deliver_bulk: deliverBulk,
    fanout: broadcasts.fanOut.work,
    automation: automations.work,
    webhook: webhooks.deliver,
  });

  // What an erased address is taken out of: every feature whose rows name addresses has its place here.
  const erasers: readonly Eraser[] = [
    messageEraser(app, { recordEvents, onMoved, attached: [(trx, page) => eraseInReplies(trx, page)] }),
    answerEraser(app),
    (erasure) => db.transact((trx) => deleteCapturedTo(trx, erasure)),
    contactEraser(contactParts),
    importEraser(app),
    announcementEraser(app),
    inbound.eraser,
  ];

  return {
    blobs,
    metrics,
    provider,
    usage,
    purge,
    dns,
    findKey,
    webhooks,
    contactParts,
    audienceParts,
    recordEvents,
    templates,
    leaving,
    delivery,
    applyFeedback,
    broadcasts,
    budget,
    inbound,
    email,
    automations,
    erasers,
  };
}

export type Features = ReturnType<typeof joinFeatures>;
