import type { AppContext } from '../app-context.ts';
import { isOutage } from '../db/dialect.ts';
import { HIDDEN_MS, releaseExpiredClaims, resumeMessages, takeDueMessages } from '../messages/index.ts';
import { type RecentMail, toDeliverJobs } from '../queue/urgency.ts';
import { endLostDeliveries, type LostParts } from './end-lost-deliveries.ts';

const PAGE = 500;

export interface SweepParts extends LostParts {
  readonly recent: RecentMail;
}

/**
 * Makes jobs of open messages whose time has come: retries, and messages whose job or worker was
 * lost. Returns how many messages it took.
 */
export async function sweepDueMessages(parts: SweepParts): Promise<number> {
  const { queue, recent } = parts;
  const { db, clock, log } = parts.app;
  await endLostDeliveries(parts).catch((err: unknown) => {
    if (isOutage(err)) throw err;
    log.error({ err }, 'messages without a job could not be let go');
  });
  let taken = 0;
  for (;;) {
    const page = await db.transact(async (trx) => {
      const now = clock.now();
      await releaseExpiredClaims(trx, { systemNow: db.clock.now(), dueAt: now, most: PAGE });
      const due = await takeDueMessages(trx, { now, hiddenUntil: now + HIDDEN_MS, most: PAGE });
      await queue.enqueue(trx, toDeliverJobs(recent, due, now));
      return due.length;
    });
    taken += page;
    if (page < PAGE) return taken;
  }
}

/** Has a tenant's mail go on that was held while the tenant was suspended. */
export async function resumeTenantMail({ db, clock }: AppContext, tenantId: string): Promise<void> {
  for (let page = PAGE; page === PAGE; ) {
    const now = clock.now();
    page = await db.transact((trx) => resumeMessages(trx, { tenantId, now, hiddenUntil: now + HIDDEN_MS, most: PAGE }));
  }
}
