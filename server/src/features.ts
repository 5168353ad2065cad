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
import { createDelivery, eraseInReplies } from './delivery/index.ts';
import { dnsLookUp } from './domains/index.ts';
import { answerEraser, createEmail } from './email/index.ts';
import { announcementEraser, announcer, eventRecorder } from './events/index.ts';
import { reportTaker } from './feedback/index.ts';
import { readBudget } from './http/read-body.ts';
import { createInbound } from './inbound/index.ts';
import { feedbackApplier, messageEraser, outcomeApplier } from './messages/index.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { watchProvider } from './metrics/watch-provider.ts';
import { watchQueue } from './metrics/watch-queue.ts';
import type { Platform } from './platform.ts';
import { deleteCapturedTo } from './provider/captured-store.ts';
import { createProvider } from './provider/create-provider.ts';
import type { Queue } from './queue/queue.ts';
import { type Eraser, suppressionFinder, suppressOnEvent } from './suppressions/index.ts';
import { createTemplates } from './templates/index.ts';
import { authenticate, keyUsage, tenantPurge } from './tenants/index.ts';
import { createLinks, unsubscribeByMail } from './tracking/index.ts';
import { createWebhooks } from './webhooks/index.ts';

/** Builds every feature once and joins them: who is told of what, and who asks whom. The queue gets its handlers. */
export function joinFeatures(platform: Platform, queue: Queue) {
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
  const waking = { platform, queue };
  const announce = announcer([webhooks.plan, enrollCreated(waking)]);
  const contactParts = {
    platform,
    announce,
    blobs,
    removals: [removeFromAudiences, cancelBroadcastMail, removeFromAutomations],
  };
  const audienceParts = { platform, onAdded: [enrollAdded(waking)] };
  const recordEvents = eventRecorder([suppressOnEvent, closeContactsOnEvent(contactParts), webhooks.plan, wakeOnEvent(waking)]);
  // Who must get no mail, at intake and again at dispatch: the lists, and for marketing mail what features know beside them.
  const findSuppressed = suppressionFinder({ secrets, unsubscribed: [unsubscribedContacts] });
  const onMoved = keepLedgers;
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
    beforeSweep: () => broadcasts.catchUp(),
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
    messageEraser(platform, { recordEvents, onMoved, attached: [(trx, page) => eraseInReplies(trx, page)] }),
    answerEraser(platform),
    (erasure) => db.transact((trx) => deleteCapturedTo(trx, erasure)),
    contactEraser(contactParts),
    importEraser(platform),
    announcementEraser(platform),
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
