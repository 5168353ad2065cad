import type { Platform } from '../platform.ts';
import { type Held, nextDueAt, resumeDeliveries, takeDueDeliveries } from './due-store.ts';
import { HIDDEN_MS, type PlannerParts, toJobs } from './plan-deliveries.ts';

const PAGE = 500;

/** Makes jobs of deliveries whose next attempt is due, or whose job was lost. Answers how many deliveries it took. */
export async function sweepDueDeliveries({ platform, queue }: PlannerParts): Promise<number> {
  const { db, clock } = platform;
  let taken = 0;
  for (;;) {
    const page = await db.transact(async (trx) => {
      const now = clock.now();
      const due = await takeDueDeliveries(trx, db.dialect, { now, hiddenUntil: now + HIDDEN_MS, most: PAGE });
      await queue.enqueue(trx, toJobs(due));
      return due.length;
    });
    taken += page;
    if (page < PAGE) return taken;
  }
}

/** Has deliveries go on that were held: those of an endpoint that was not active, or of a tenant that was suspended. */
export async function resumeHeld({ db, clock }: Platform, owner: Pick<Held, 'tenantId' | 'webhookId'>): Promise<void> {
  for (let page = PAGE; page === PAGE; ) {
    const now = clock.now();
    page = await db.transact((trx) => resumeDeliveries(trx, { ...owner, now, hiddenUntil: now + HIDDEN_MS }, PAGE));
  }
}

export const nextSweepAt = ({ db }: Platform) => nextDueAt(db.read);
