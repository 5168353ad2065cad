import type { AppContext } from '../app-context.ts';
import { MINUTE_MS } from '../core/durations.ts';
import { isOutage, type Trx } from '../db/dialect.ts';
import { type DueMessage, hideUntil, releaseExpiredClaims, resumeMessages, takeDueMessages } from '../messages/claims/index.ts';
import { HIDDEN_MS, type RecentMail, toDeliverJobs } from '../messages/index.ts';
import { workPlanned } from '../queue/jobs.ts';
import { endLostDeliveries, type LostParts } from './end-lost-deliveries.ts';
import { simulateDueEmails } from './simulate-due-emails.ts';

const PAGE = 500;
/** Milliseconds for which messages are hidden from other sweeps that this one is about to simulate. Where its process dies, they are late by as much. */
const SIMULATED_MS = MINUTE_MS;

export interface SweepParts extends LostParts {
  readonly recent: RecentMail;
}

/** A failure must not delay the mail of others; while the database is unavailable, nothing continues. */
async function endLost(parts: SweepParts): Promise<void> {
  try {
    await endLostDeliveries(parts);
  } catch (err) {
    if (isOutage(err)) throw err;
    parts.app.log.error({ err }, 'messages without a job could not be let go');
  }
}

interface Page {
  readonly taken: number;
  /** Messages to simulate. */
  readonly tests: readonly DueMessage[];
}

async function takePage({ app: { db, clock }, queue, recent }: SweepParts, trx: Trx): Promise<Page> {
  const now = clock.now();
  await releaseExpiredClaims(trx, { systemNow: db.clock.now(), dueAt: now, most: PAGE });
  const due = await takeDueMessages(trx, { now, hiddenUntil: now + HIDDEN_MS, most: PAGE });
  const { tests = [], mails = [] } = Object.groupBy(due, ({ testMode }) => (testMode ? 'tests' : 'mails'));
  await queue.enqueue(trx, toDeliverJobs(recent, mails, now));
  const hidden = await hideUntil(trx, { ids: tests.map(({ id }) => id), until: now + SIMULATED_MS });
  const own = new Set(hidden);
  return { taken: due.length, tests: tests.filter(({ id }) => own.has(id)) };
}

/**
 * Enqueues jobs for messages that are due: scheduled mail, retries, and messages whose job or worker was lost. Simulates those in test
 * mode at once, without a job. Returns how many messages were due.
 */
export async function sweepDueMessages(parts: SweepParts): Promise<number> {
  const { app } = parts;
  await endLost(parts);
  let taken = 0;
  for (;;) {
    const page = await app.db.transact((trx) => takePage(parts, trx));
    await simulateDueEmails(app, page.tests);
    taken += page.taken;
    if (page.taken < PAGE) return taken;
  }
}

/** Makes mail due that was held while its tenant was suspended. */
export async function resumeTenantMail({ db, clock, hooks }: AppContext, tenantId: string): Promise<void> {
  for (let page = PAGE; page === PAGE; ) {
    const now = clock.now();
    page = await db.transact((trx) => resumeMessages(trx, { tenantId, now, hiddenUntil: now + HIDDEN_MS, most: PAGE }));
  }
  await hooks.notify(workPlanned, 'scheduler', clock.now());
}
