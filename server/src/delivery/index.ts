import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { type ApplyOutcomes, type Holds, nextDueAt } from '../messages/index.ts';
import type { Provider } from '../provider/provider.ts';
import { deliverQueues } from '../queue/jobs.ts';
import type { Queue } from '../queue/queue.ts';
import { fairJobs } from '../queue/urgency.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import { emailDeliverer } from './deliver-email.ts';
import { lostDeliveryEnder } from './end-lost.ts';
import { outcomeWriter } from './outcome-writer.ts';
import type { PersonaliseParts } from './personalise.ts';
import { resumeTenant, sweepDueMessages } from './sweep.ts';

export { eraseInReplies } from './erasure-store.ts';
export type { Personalise, Personalised, SharedMail } from './personalise.ts';

export interface DeliveryDeps extends PersonaliseParts {
  readonly holds: Holds;
  readonly queue: Queue;
  readonly provider: Provider;
  readonly blobs: Blobs;
  readonly applyOutcomes: ApplyOutcomes;
  readonly findSuppressed: FindSuppressed;
  /** Before each sweep: puts off what must not go all at once. */
  readonly beforeSweep?: () => Promise<void>;
  /** See DeliveryParts. */
  readonly bytesInFlight?: number;
}

/** Delivery, wired. */
export function createDelivery(app: AppContext, { queue, applyOutcomes, beforeSweep, ...parts }: DeliveryDeps) {
  const writer = outcomeWriter(app, applyOutcomes);
  const toJobs = fairJobs();
  const deliverer = emailDeliverer({ ...parts, app, writer });
  const endLost = lostDeliveryEnder(app, { queue, applyOutcomes });
  async function sweep(): Promise<number> {
    await beforeSweep?.();
    return sweepDueMessages(app, { queue, toJobs, endLost });
  }
  return {
    deliver: deliverer({ bulk: false }),
    /** The same for mail that can wait. */
    deliverBulk: deliverer({ bulk: true }),
    sweep,
    resumeTenant: (tenantId: string) => resumeTenant(app, tenantId),
    nextDueAt: () => nextDueAt(app.db.read),
    /** Works off everything that is due. Returns the jobs done. */
    async drain(): Promise<number> {
      let done = 0;
      for (;;) {
        const swept = await sweep();
        done += await queue.drain(deliverQueues);
        if (swept === 0) return done;
      }
    },
  };
}
