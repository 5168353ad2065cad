import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import type { BroadcastLedgerRow } from '../db/schema.ts';
import { findDefaultSenders } from '../domains/index.ts';
import { HIDDEN_MS, insertBulk, listUntried, reissueMessages } from '../messages/index.ts';
import { chunkIds } from '../queue/jobs.ts';
import { addToBuckets, countApart } from '../quota/index.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import { takeLogTime } from '../tenants/index.ts';
import { targetOf } from './broadcast.ts';
import { bulkRecipients, insertSkips } from './fan-out-store.ts';
import { addPage, lockSending, setLedger, takeTurns } from './ledger-store.ts';
import { openTarget } from './open-target.ts';
import type { BroadcastParts } from './start-broadcast.ts';
import { findProgress, moveBroadcast, type Progress } from './store.ts';
import { type Candidate, findPlace, listCandidates, type Place, type TargetScope } from './target-store.ts';

/** Contacts of a page; no more than there are places in a millisecond. */
const PAGE = 1000;
const MINUTE_MS = 60_000;
/** Sorts after every id. */
const LAST_ID = '~';

export interface FanOutParts extends BroadcastParts {
  readonly findSuppressed: FindSuppressed;
}

/** A page of the walk that was looked at and is to be written. */
interface Page {
  readonly progress: Progress;
  readonly createdAt: number;
  readonly candidates: readonly Candidate[];
  readonly deliverable: readonly string[];
  readonly to: Place;
  readonly walked: boolean;
  readonly tracking: { readonly trackOpens: boolean; readonly trackClicks: boolean };
}

/** Does one page of what a broadcast still has to do; answers how many contacts or messages it had, undefined where nothing is to do. */
export type FanOutPage = (broadcastId: string) => Promise<number | undefined>;

export function fanOutPages({ platform, queue, findSuppressed }: FanOutParts): FanOutPage {
  const { db, clock, config, newId } = platform;
  const step = config.BROADCAST_RATE === 0 ? 0 : Math.ceil(MINUTE_MS / config.BROADCAST_RATE);

  /** With a rate, messages come due one after another and a sweep makes their jobs; without one, jobs are made at once. */
  async function schedule(trx: Trx, tenantId: string, count: number): Promise<{ dueAt: number; dueStep: number }> {
    const now = clock.now();
    if (step === 0) return { dueAt: now + HIDDEN_MS, dueStep: 0 };
    return { dueAt: await takeTurns(trx, { tenantId, count, step, now }), dueStep: step };
  }

  /** The more jobs a broadcast has had, the less urgent the next: whoever was served least goes first. */
  async function issue(trx: Trx, ids: readonly string[], slices: number): Promise<number> {
    if (step > 0) return 0;
    const chunks = chunkIds(ids);
    const jobs = chunks.map((message_ids, place) => ({
      queue: 'deliver_bulk' as const,
      payload: { message_ids },
      priority: 0 - slices - place,
    }));
    if (jobs.length > 0) await queue.enqueue(trx, jobs);
    return jobs.length;
  }

  async function pause({ id, tenant_id: tenantId }: Progress, fault: ApiError): Promise<undefined> {
    const set = { status: 'paused', last_error: `${fault.code}: ${fault.detail}`, updated_at: clock.now() };
    await db.transact((trx) => moveBroadcast(trx, { tenantId, id }, { from: ['sending'], set }));
    return undefined;
  }

  async function findDeliverable({ tenant_id: tenantId }: Progress, candidates: readonly Candidate[]): Promise<string[]> {
    const subscribed = candidates
      .filter(({ status }) => status === 'subscribed')
      .map(({ id, email }) => ({ id, email, tenantId, stream: 'marketing' as const }));
    const suppressed = await findSuppressed(db.read, subscribed);
    return subscribed.filter((addressee) => !suppressed.has(addressee)).map(({ id }) => id);
  }

  const isCurrent = (ledger: BroadcastLedgerRow | undefined, { cursor_at: at, cursor_id: id }: Progress) =>
    ledger !== undefined && ledger.walked === 0 && ledger.cursor_at === at && ledger.cursor_id === id;

  /** Cursor, messages, those left out, jobs and counters in one transaction: a crash loses none of them, or all. */
  async function writePage(trx: Trx, page: Page): Promise<number> {
    const { progress, createdAt, candidates, deliverable, to, walked, tracking } = page;
    const { id: broadcastId, tenant_id: tenantId } = progress;
    const ledger = await lockSending(trx, db.dialect, broadcastId);
    if (ledger === undefined || !isCurrent(ledger, progress)) return 0;
    const due = await schedule(trx, tenantId, deliverable.length);
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
      bulkRecipients(trx, db.dialect, { tenantId, contactIds: deliverable }),
    );
    const contactIds = candidates.map(({ id }) => id);
    const left = await insertSkips(trx, db.dialect, { tenantId, contactIds, broadcastId, at: createdAt });
    const slices = await issue(
      trx,
      made.map(({ id }) => id),
      ledger.slices,
    );
    await addToBuckets(trx, db.dialect, countApart(tenantId, { marketing: made.length }, clock.now()));
    await addPage(trx, broadcastId, { queued: made.length, ...left, slices, cursor: to, walked });
    return candidates.length;
  }

  async function walkPage(progress: Progress): Promise<number | undefined> {
    const { tenant_id: tenantId } = progress;
    const wanted = targetOf(progress);
    const target =
      wanted === undefined ? new ApiError('target_not_found', { field: 'target_id' }) : await openTarget(platform, tenantId, wanted);
    if (target instanceof ApiError) return pause(progress, target);
    const until = progress.started_at ?? 0;
    const from = { at: progress.cursor_at, id: progress.cursor_id };
    const scope: TargetScope = { tenantId, target, dialect: db.dialect, now: clock.now() };
    const [place, domains] = await Promise.all([
      findPlace(db.read, scope, { from, until, steps: PAGE }),
      findDefaultSenders(db.read, tenantId),
    ]);
    const to = place ?? { at: until, id: LAST_ID };
    const candidates = await listCandidates(db.read, scope, { after: from, to });
    const deliverable = await findDeliverable(progress, candidates);
    // In a transaction of its own, so that sends of the tenant do not wait while rows are written.
    const createdAt = await db.transact((trx) => takeLogTime(trx, tenantId, clock.now()));
    if (createdAt === undefined) return undefined;
    const domain = domains.find(({ id }) => id === progress.sender_domain_id);
    const tracking = { trackOpens: domain?.openTracking ?? false, trackClicks: domain?.clickTracking ?? false };
    const page = { progress, createdAt, candidates, deliverable, to, walked: place === undefined, tracking };
    return db.transact((trx) => writePage(trx, page));
  }

  /** Jobs anew for mail whose own were dropped while the broadcast was paused. */
  async function reissuePage({ id: broadcastId, tenant_id: tenantId }: Progress): Promise<number> {
    return db.transact(async (trx) => {
      const ledger = await lockSending(trx, db.dialect, broadcastId);
      if (ledger === undefined || ledger.issue_after === null) return 0;
      const waiting = await listUntried(trx, { broadcastId, after: ledger.issue_after, limit: PAGE });
      const ids = waiting.map(({ id }) => id);
      const due = await schedule(trx, tenantId, ids.length);
      if (ids.length > 0) await reissueMessages(trx, db.dialect, { ids, ...due });
      const slices = ledger.slices + (await issue(trx, ids, ledger.slices));
      const last = waiting.length < PAGE ? null : (waiting.at(-1)?.contactId ?? null);
      await setLedger(trx, broadcastId, { issue_after: last, slices });
      return ids.length;
    });
  }

  return async (broadcastId) => {
    const progress = await findProgress(db.read, broadcastId);
    if (progress === undefined) return undefined;
    if (progress.issue_after !== null) return reissuePage(progress);
    return progress.walked === 1 ? undefined : walkPage(progress);
  };
}
