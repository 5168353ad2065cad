import { findFailing } from '../endpoints/answer-store.ts';
import { takeDueDeliveries } from './due-store.ts';
import { type EnqueueParts, HIDDEN_MS, toJobs } from './enqueue-deliveries.ts';

const PAGE = 500;

/** Enqueues jobs for deliveries whose next attempt is due, or whose job was lost. Returns for how many deliveries. */
export async function sweepDueDeliveries({ app, queue }: EnqueueParts): Promise<number> {
  const { db, clock } = app;
  let taken = 0;
  for (;;) {
    const page = await db.transact(async (trx) => {
      const now = clock.now();
      const due = await takeDueDeliveries(trx, { now, hiddenUntil: now + HIDDEN_MS, most: PAGE });
      const failing = await findFailing(trx, [...new Set(due.map(({ webhookId }) => webhookId))]);
      await queue.enqueue(trx, toJobs(due, new Set(failing)));
      return due.length;
    });
    taken += page;
    if (page < PAGE) return taken;
  }
}
