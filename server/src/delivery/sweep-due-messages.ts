import type { AppContext } from '../app-context.ts';
import { MINUTE_MS } from '../core/durations.ts';
import type { Trx } from '../db/dialect.ts';
import { isOutage } from '../db/dialect.ts';
import {
  type DueMessage,
  HIDDEN_MS,
  hideUntil,
  type RecentMail,
  releaseExpiredClaims,
  resumeMessages,
  takeDueMessages,
  toDeliverJobs,
} from '../messages/index.ts';
import { endLostDeliveries, type LostParts } from './end-lost-deliveries.ts';
import { simulateDueEmails } from './simulate-due-emails.ts';

const PAGE = 500;
/** How long other sweeps leave messages alone that this one is about to simulate: so late they are where its process dies. */
const SIMULATED_MS = MINUTE_MS;

export interface SweepParts extends LostParts {
  readonly recent: RecentMail;
}

/** A fault of ours that befalls some is not to hold up the mail of others. */
const unlessAway = (work: Promise<void>, log: AppContext['log'], message: string) =>
  work.catch((err: unknown) => {
    if (isOutage(err)) throw err;
    log.error({ err }, message);
  });

interface Page {
  readonly taken: number;
  /** Those of them that are to be simulated. */
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
 * Makes jobs of open messages whose time has come: retries, and messages whose job or worker was
 * lost. Those in test mode get their outcome at once, and no job. Returns how many messages it took.
 */
export async function sweepDueMessages(parts: SweepParts): Promise<number> {
  const { app } = parts;
  await unlessAway(endLostDeliveries(parts), app.log, 'messages without a job could not be let go');
  let taken = 0;
  for (;;) {
    const page = await app.db.transact((trx) => takePage(parts, trx));
    await simulateDueEmails(app, page.tests);
    taken += page.taken;
    if (page.taken < PAGE) return taken;
  }
}

/** Has a tenant's mail go on that was held while the tenant was suspended. */
export async function resumeTenantMail({ db, clock }: AppContext, tenantId: string): Promise<void> {
  for (let page = PAGE; page === PAGE; ) {
    const now = clock.now();
    page = await db.transact((trx) => resumeMessages(trx, { tenantId, now, hiddenUntil: now + HIDDEN_MS, most: PAGE }));
  }
}
