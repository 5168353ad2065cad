import type { AppContext } from '../app-context.ts';
import { type Backfill, findBackfill, findBackfillOf, indexRecipients, lockLogCursors, updateBackfill } from '../messages/index.ts';
import { countsOf, type StatCount, sumUp } from './count.ts';
import { addToHours } from './hour-store.ts';
import { acceptedOf, type LogEntry, readEventsBefore, readLogBefore } from './log-store.ts';
import { HELD, type PageCount } from './page-count.ts';

const MESSAGES = 5000;
const EVENTS = 1000;

interface BackfillPage {
  readonly counts: readonly StatCount[];
  readonly entries: readonly LogEntry[];
  /** What is left after it. */
  readonly left: Backfill;
}

async function readMail({ db }: AppContext, past: Backfill, before: number): Promise<BackfillPage> {
  const entries = await readLogBefore(db.read, past.tenantId, { before, limit: MESSAGES });
  const mail = entries.length < MESSAGES ? null : (entries.at(-1)?.position ?? null);
  return { entries, counts: entries.map(acceptedOf), left: { ...past, mail } };
}

async function readEvents({ db }: AppContext, past: Backfill, before: string): Promise<BackfillPage> {
  const { events, next } = await readEventsBefore(db.read, past.tenantId, { before, limit: EVENTS });
  return { entries: [], counts: countsOf(events), left: { ...past, events: next } };
}

const PAGE: PageCount = { handled: 1, more: true };

/** Counts a page of messages or events from before there were statistics, newest first. A page counts as one item handled. */
export async function countBackfill(app: AppContext): Promise<PageCount> {
  await app.priority.wait();
  const past = await findBackfill(app.db.read);
  if (past === undefined) return { handled: 0, more: false };
  const page = past.mail === null ? await readEvents(app, past, past.events ?? '') : await readMail(app, past, past.mail);
  return app.db.transact(async (trx) => {
    if (!(await lockLogCursors(trx))) return HELD;
    const now = await findBackfillOf(trx, past.tenantId);
    if (now === undefined || now.mail !== past.mail || now.events !== past.events) return PAGE;
    await addToHours(trx, sumUp(page.counts));
    await indexRecipients(app, trx, page.entries);
    await updateBackfill(trx, page.left);
    return PAGE;
  });
}
