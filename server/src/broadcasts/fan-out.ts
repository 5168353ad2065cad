import { ApiError } from '../core/api-error.ts';
import { yieldTurns } from '../core/event-loop.ts';
import type { Trx } from '../db/dialect.ts';
import type { BroadcastLedgerRow } from '../db/schema.ts';
import { insertBulk, listUntried, reissueMessages } from '../messages/index.ts';
import { addToBuckets, countApart } from '../quota/index.ts';
import { bulkJobs } from './bulk-jobs.ts';
import { bulkRecipients, insertSkips } from './fan-out-store.ts';
import { presentLedger } from './ledger.ts';
import { addPage, lockSending, setLedger } from './ledger-store.ts';
import { logTimes, type NextLogTime } from './log-times.ts';
import type { Pace } from './pace.ts';
import { PAGE, type Page, pageReader, type ReadPage, readAhead } from './read-page.ts';
import type { BroadcastParts } from './start-broadcast.ts';
import { findProgress, moveBroadcast, type Progress } from './store.ts';

/** What others get between two pages: mail of the first goes out while the next ones are made. */
const TURNS_A_PAGE = 10;

/** Does one page of what a broadcast still has to do; returns how many contacts or messages it had, undefined where nothing is to do. */
export type FanOutPage = () => Promise<number | undefined>;

/** What the pages of one run have in common. */
interface Run {
  readonly read: ReadPage;
  readonly nextTime: NextLogTime;
}

export type FanOutParts = BroadcastParts & { readonly pace: Pace };

/** Begins a run over a broadcast. */
export function fanOut({ app, queue, pace }: FanOutParts): (broadcastId: string) => FanOutPage {
  const { db, clock, newId, priority } = app;
  const readPage = pageReader(app);

  /** Where a pace is kept, the sweep makes the jobs. */
  async function issue(trx: Trx, ids: readonly string[], slices: number): Promise<number> {
    const jobs = pace.kept ? [] : bulkJobs(ids, slices);
    if (jobs.length > 0) await queue.enqueue(trx, jobs);
    return jobs.length;
  }

  async function pause({ id, tenant_id: tenantId }: Progress, fault: ApiError): Promise<undefined> {
    const set = { status: 'paused', last_error: `${fault.code}: ${fault.detail}`, updated_at: clock.now() };
    await db.transact((trx) => moveBroadcast(trx, { tenantId, id }, { from: ['sending'], set }));
    return undefined;
  }

  const isCurrent = (ledger: BroadcastLedgerRow | undefined, { from }: Page) =>
    ledger !== undefined && ledger.walked === 0 && ledger.cursor_at === from.at && ledger.cursor_id === from.id;

  /** Cursor, messages, those left out, jobs and counters in one transaction: a crash loses none of them, or all. */
  async function writePage(trx: Trx, progress: Progress, page: Page & { readonly createdAt: number }): Promise<number> {
    const { createdAt, candidates, deliverable, tracking } = page;
    const { id: broadcastId, tenant_id: tenantId } = progress;
    const ledger = await lockSending(trx, broadcastId);
    if (ledger === undefined || !isCurrent(ledger, page)) return 0;
    const due = await pace.schedule(trx, tenantId, deliverable.length);
    const made = await insertBulk(
      trx,
      {
        ...due,
        ...tracking,
        tenantId,
        broadcastId,
        createdAt,
        idPrefix: newId('msg', createdAt).slice(0, 14),
        from: progress.sender ?? '',
        domainId: progress.sender_domain_id ?? '',
        subject: progress.subject,
        bodyId: progress.body_id ?? '',
      },
      bulkRecipients(trx, deliverable),
    );
    const mailed = new Set(made.map(({ contactId }) => contactId));
    const others = candidates.filter((id) => !mailed.has(id));
    const left = await insertSkips(trx, { broadcastId, contactIds: others, at: createdAt });
    const slices = await issue(
      trx,
      made.map(({ id }) => id),
      ledger.slices,
    );
    await addToBuckets(trx, countApart(tenantId, { marketing: made.length }, clock.now()));
    await addPage(trx, broadcastId, { queued: made.length, ...left, slices, cursor: page.to, walked: page.last });
    return candidates.length;
  }

  async function walkPage(progress: Progress, { read, nextTime }: Run): Promise<number | undefined> {
    const page = await read(progress, { at: progress.cursor_at, id: progress.cursor_id });
    if (page instanceof ApiError) return pause(progress, page);
    const createdAt = await nextTime(Math.ceil(presentLedger(progress).pending / PAGE));
    if (createdAt === undefined) return undefined;
    return db.transact((trx) => writePage(trx, progress, { ...page, createdAt }));
  }

  /** Jobs anew for mail whose own were dropped while the broadcast was paused. */
  async function reissuePage({ id: broadcastId, tenant_id: tenantId }: Progress): Promise<number> {
    return db.transact(async (trx) => {
      const ledger = await lockSending(trx, broadcastId);
      if (ledger === undefined || ledger.issue_after === null) return 0;
      const waiting = await listUntried(trx, { broadcastId, after: ledger.issue_after, limit: PAGE });
      const ids = waiting.map(({ id }) => id);
      const { dueAt, dueStep } = await pace.schedule(trx, tenantId, ids.length);
      const placed = ids.map((id, place) => ({ id, dueAt: dueAt + place * dueStep }));
      await reissueMessages(trx, placed);
      const slices = ledger.slices + (await issue(trx, ids, ledger.slices));
      const last = waiting.length < PAGE ? null : (waiting.at(-1)?.contactId ?? null);
      await setLedger(trx, broadcastId, { issue_after: last, slices });
      return ids.length;
    });
  }

  return (broadcastId) => {
    let run: Run | undefined;
    return async () => {
      await priority.wait();
      if (run !== undefined) await yieldTurns(TURNS_A_PAGE);
      const progress = await findProgress(db.read, broadcastId);
      if (progress === undefined) return undefined;
      if (progress.issue_after !== null) return reissuePage(progress);
      run ??= { read: readAhead(readPage), nextTime: logTimes(app, progress.tenant_id) };
      return progress.walked === 1 ? undefined : walkPage(progress, run);
    };
  };
}
