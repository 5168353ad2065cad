import type { AppContext } from '../../app-context.ts';
import { type Backfill, findBackfill, findBackfillOf, lockLogCursors, updateBackfill } from './cursor-store.ts';
import { type LogStretch, logRead } from './log-read.ts';
import { readLogBefore } from './log-store.ts';
import { HELD, type PageCount } from './page-count.ts';
import { readEventsBefore } from './past-event-store.ts';

const MESSAGES = 5000;
const EVENTS = 1000;

interface BackfillPage {
  readonly stretch: LogStretch;
  /** What is left after it. */
  readonly left: Backfill;
}

async function readMail({ db }: AppContext, past: Backfill, before: number): Promise<BackfillPage> {
  const messages = await readLogBefore(db.read, past.tenantId, { before, limit: MESSAGES });
  const mail = messages.length < MESSAGES ? null : (messages.at(-1)?.position ?? null);
  return { stretch: { messages, events: [] }, left: { ...past, mail } };
}

async function readEvents({ db }: AppContext, past: Backfill, before: string): Promise<BackfillPage> {
  const { events, next } = await readEventsBefore(db.read, past.tenantId, { before, limit: EVENTS });
  return { stretch: { messages: [], events }, left: { ...past, events: next } };
}

const PAGE: PageCount = { handled: 1, more: true };

/** Reads and announces a page of messages or events from before there were cursors, newest first. A page counts as one item. */
export async function readBackfill(app: AppContext): Promise<PageCount> {
  await app.priority.yieldToForeground();
  const past = await findBackfill(app.db.read);
  if (past === undefined) return { handled: 0, more: false };
  const page = past.mail === null ? await readEvents(app, past, past.events ?? '') : await readMail(app, past, past.mail);
  return app.db.transact(async (trx) => {
    if (!(await lockLogCursors(trx))) return HELD;
    const now = await findBackfillOf(trx, past.tenantId);
    if (now === undefined || now.mail !== past.mail || now.events !== past.events) return PAGE;
    await app.hooks.notify(logRead, trx, page.stretch);
    await updateBackfill(trx, page.left);
    return PAGE;
  });
}
