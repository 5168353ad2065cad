import type { AppContext } from '../app-context.ts';
import { findPast, findPastOf, indexRecipients, lockFollowing, type Past, updatePast } from '../messages/index.ts';
import { countsOf, type StatCount, sumUp } from './count.ts';
import { addToHours } from './hour-store.ts';
import { acceptedOf, type LogEntry, readEventsBefore, readLogBefore } from './log-store.ts';
import { HELD, type PageCount } from './page-count.ts';

const MESSAGES = 5000;
const EVENTS = 1000;

interface PastPage {
  readonly counts: readonly StatCount[];
  readonly entries: readonly LogEntry[];
  /** What is left after it. */
  readonly left: Past;
}

async function readMail({ db }: AppContext, past: Past, before: number): Promise<PastPage> {
  const entries = await readLogBefore(db.read, past.tenantId, { before, limit: MESSAGES });
  const mail = entries.length < MESSAGES ? null : (entries.at(-1)?.position ?? null);
  return { entries, counts: entries.map(acceptedOf), left: { ...past, mail } };
}

async function readEvents({ db }: AppContext, past: Past, before: string): Promise<PastPage> {
  const { events, next } = await readEventsBefore(db.read, past.tenantId, { before, limit: EVENTS });
  return { entries: [], counts: countsOf(events), left: { ...past, events: next } };
}

const PAGE: PageCount = { handled: 1, more: true };

/** Counts a page of what is from before statistics were kept, newest first; it is one thing handled. */
export async function countPast(app: AppContext): Promise<PageCount> {
  await app.priority.wait();
  const past = await findPast(app.db.read);
  if (past === undefined) return { handled: 0, more: false };
  const page = past.mail === null ? await readEvents(app, past, past.events ?? '') : await readMail(app, past, past.mail);
  return app.db.transact(async (trx) => {
    if (!(await lockFollowing(trx))) return HELD;
    const now = await findPastOf(trx, past.tenantId);
    if (now === undefined || now.mail !== past.mail || now.events !== past.events) return PAGE;
    await addToHours(trx, sumUp(page.counts));
    await indexRecipients(app, trx, page.entries);
    await updatePast(trx, page.left);
    return PAGE;
  });
}
