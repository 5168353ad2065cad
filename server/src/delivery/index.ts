import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { createByteSemaphore } from '../core/concurrency/byte-semaphore.ts';
import { createOutageRetry } from '../core/concurrency/outage-retry.ts';
import { poolLoad } from '../core/concurrency/task-load.ts';
import { notification } from '../core/hooks.ts';
import { findNextDue } from '../db/next-due.ts';
import type { Feature } from '../feature.ts';
import { createRecentMail, findBody, messagesErased, messagesRemoved } from '../messages/index.ts';
import type { Provider } from '../provider/provider.ts';
import { type DeliverQueue, deliverQueues } from '../queue/jobs.ts';
import type { JobHandler, Queue } from '../queue/queue.ts';
import { tenantResumed } from '../tenants/index.ts';
import { deliverEmails } from './deliver-emails.ts';
import { eraseInReplies } from './erasure-store.ts';
import { createLargeBodies } from './large-bodies.ts';
import { createMessageLocks } from './message-locks.ts';
import { createComposer } from './mime/composer.ts';
import { countSettled } from './outcomes/count-settled.ts';
import { createOutcomeWriter } from './outcomes/outcome-writer.ts';
import { deleteAttemptsOf } from './store.ts';
import { resumeTenantMail, sweepDueMessages } from './sweep-due-messages.ts';

export { heldMail, postponedMail } from './claim-emails.ts';
export { type TrackedMail, trackedHtml } from './compose-message.ts';
export { countDoubted } from './doubted-store.ts';
export { type RenderedMail, renderedMail, type SharedMail } from './render-shared-mail.ts';

/** Called before each sweep, so that mail which must not go all at once can be postponed. */
export const sweepBegins = notification<[]>('sweep begins');
/** Called after jobs of bulk mail. */
export const bulkDelivered = notification<[]>('bulk delivered');

const BYTES_IN_FLIGHT = 32 * 1024 * 1024;

export interface CreateDeliveryParts {
  readonly queue: Queue;
  readonly provider: Provider;
  readonly blobs: Blobs;
  /** Maximum bytes of mails that are composed and handed over at a time; 32 MiB by default. */
  readonly bytesInFlight?: number;
}

/** Creates the feature `delivery`: its job handlers, its recurring jobs, and what it does when others announce something. */
export function createDelivery(app: AppContext, { queue, bytesInFlight = BYTES_IN_FLIGHT, ...given }: CreateDeliveryParts) {
  const { hooks } = app;
  const retry = createOutageRetry(app.log, 'what became of mail');
  const composer = createComposer();
  const parts = {
    ...given,
    app,
    composer,
    retry,
    writer: createOutcomeWriter(app, retry),
    memory: createByteSemaphore(bytesInFlight),
    largeBodies: createLargeBodies({ find: ({ tenantId, id }) => findBody(app.db.read, tenantId, id) }),
    messageLocks: createMessageLocks(),
  };
  const sweeping = { app, queue, recent: createRecentMail() };
  hooks.answer(poolLoad, async () => composer.load());
  hooks.on(messagesErased, eraseInReplies);
  hooks.on(messagesRemoved, deleteAttemptsOf);
  hooks.on(tenantResumed, (tenantId) => resumeTenantMail(app, tenantId));

  async function sweep(): Promise<number> {
    await hooks.notify(sweepBegins);
    return sweepDueMessages(sweeping);
  }

  /** Delivers all mail that is due. Returns how many jobs were done. */
  async function drain(): Promise<number> {
    let done = 0;
    for (;;) {
      const swept = await sweep();
      done += await queue.drain(deliverQueues);
      if (swept === 0) break;
    }
    await hooks.notify(bulkDelivered);
    return done;
  }

  const deliver: JobHandler<DeliverQueue> = (jobs, signal) => deliverEmails(parts, { jobs, signal, bulk: false });
  const deliverBulk: JobHandler<DeliverQueue> = (jobs, signal) => deliverEmails(parts, { jobs, signal, bulk: true });
  const deliverBroadcasts: JobHandler<'deliver_bulk'> = async (jobs, signal) => {
    await deliverBulk(jobs, signal);
    await hooks.notify(bulkDelivered);
  };

  return {
    jobHandlers: { deliver, deliver_flood: deliverBulk, deliver_bulk: deliverBroadcasts },
    backgroundJobs: {
      scheduler: { run: sweep, nextDueAt: () => findNextDue(app.db.read, 'messages') },
      dispatch: { run: drain, onDemand: true },
    },
    metrics: (registry) => countSettled(app, registry),
    async stop() {
      retry.end();
      await composer.stop();
    },
  } satisfies Feature;
}
