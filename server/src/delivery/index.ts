import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { hook } from '../core/hooks.ts';
import { messagesErased, nextDueAt } from '../messages/index.ts';
import type { Provider } from '../provider/provider.ts';
import { deliverQueues } from '../queue/jobs.ts';
import type { JobHandler, Queue } from '../queue/queue.ts';
import { createRecentMail } from '../queue/urgency.ts';
import { tenantResumed } from '../tenants/index.ts';
import type { Links } from '../tracking/index.ts';
import { emailDeliverer } from './deliver-email.ts';
import { lostDeliveryEnder } from './end-lost.ts';
import { eraseInReplies } from './erasure-store.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { resumeTenant, sweepDueMessages } from './sweep.ts';

export { heldMailAsked } from './claim-deliveries.ts';
export { contentsAsked, type Personalised, type SharedMail } from './personalise.ts';

/** Called before each sweep: puts off what must not go all at once. */
export const sweepBegins = hook<[]>('sweep begins');
/** Called when bulk mail has been worked off. */
export const bulkDelivered = hook<[]>('bulk delivered');

export interface DeliveryDeps {
  readonly queue: Queue;
  readonly provider: Provider;
  readonly blobs: Blobs;
  readonly links: Links;
  /** See DeliveryParts. */
  readonly bytesInFlight?: number;
}

/** Delivery, wired. */
export function createDelivery(app: AppContext, { queue, ...parts }: DeliveryDeps) {
  const { hooks } = app;
  const writer = createOutcomeWriter(app);
  const recent = createRecentMail();
  const deliverer = emailDeliverer({ ...parts, app, writer });
  const endLost = lostDeliveryEnder(app, { queue });
  hooks.on(messagesErased, eraseInReplies);
  hooks.on(tenantResumed, (tenantId) => resumeTenant(app, tenantId));

  async function sweep(): Promise<number> {
    await hooks.call(sweepBegins);
    return sweepDueMessages(app, { queue, recent, endLost });
  }

  /** Works off everything that is due. Returns the jobs done. */
  async function drain(): Promise<number> {
    let done = 0;
    for (;;) {
      const swept = await sweep();
      done += await queue.drain(deliverQueues);
      if (swept === 0) break;
    }
    await hooks.call(bulkDelivered);
    return done;
  }

  const deliverBulk = deliverer({ bulk: true });
  const deliverBroadcasts: JobHandler<'deliver_bulk'> = async (jobs, signal) => {
    await deliverBulk(jobs, signal);
    await hooks.call(bulkDelivered);
  };

  return {
    work: { deliver: deliverer({ bulk: false }), deliver_flood: deliverBulk, deliver_bulk: deliverBroadcasts },
    jobs: {
      scheduler: { run: sweep, nextDueAt: () => nextDueAt(app.db.read) },
      dispatch: { run: drain, onDemand: true },
    },
  };
}
