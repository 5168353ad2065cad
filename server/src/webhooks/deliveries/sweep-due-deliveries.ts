import { findFailing } from '../endpoints/answer-store.ts';
import { takeDueDeliveries } from './due-store.ts';
import { type EnqueueParts, HIDDEN_MS, toJobs } from './enqueue-deliveries.ts';

const PAGE = 500;

/** Enqueues jobs for deliveries whose next attempt is due, or whose job was lost. Returns for how many deliveries. */
export async function sweepDueDeliveries(parts: EnqueueParts): Promise<number> {
  const { app, queue, late } = parts;
  const { db, clock } = app;
  let taken = 0;
  for (;;) {
    const page = await db.transact(async (trx) => {
      const now = clock.now();
      const due = await takeDueDeliveries(trx, { now, hiddenUntil: now + HIDDEN_MS, most: PAGE });
      const endpoints = [...new Set(due.map(({ webhookId }) => webhookId))];
      const behind = new Set([...(await findFailing(trx, endpoints)), ...endpoints.filter(late.isSlow)]);
      await queue.enqueue(trx, toJobs(parts, due, behind));
      return due.length;
    });
    taken += page;
    if (page < PAGE) return taken;
  }
}
