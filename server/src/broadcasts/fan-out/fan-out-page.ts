import type { AppContext } from '../../app-context.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { lockInOrder } from '../../db/dialect.ts';
import { listWaiting } from '../../messages/bulk/index.ts';
import { revealMessages } from '../../messages/claims/index.ts';
import { HIDDEN_MS } from '../../messages/index.ts';
import { presentLedger } from '../ledger/ledger.ts';
import { lockSending, updateLedger } from '../ledger/ledger-store.ts';
import { updateState } from '../store.ts';
import { type IssueParts, reissueMail } from './issue-mail.ts';
import { createLogTimes, type LogTimes } from './log-times.ts';
import { findProgress, type Progress } from './progress-store.ts';
import { createPageReader, PAGE, type PageReader } from './read-page.ts';
import { writePage } from './write-page.ts';

/** Turns of the event loop yielded between two pages, so that mail of the first goes out while the next ones are made. */
const TURNS_A_PAGE = 10;

/** A run of fan-out over a broadcast, and the state that its pages share. */
export interface FanOutRun {
  readonly broadcastId: string;
  walk?: { readonly pages: PageReader; readonly times: LogTimes };
}

/** Pauses a broadcast whose target can no longer be read. */
async function pauseFor({ db, clock }: AppContext, progress: Progress, fault: ApiError): Promise<undefined> {
  const set = { status: 'paused', lastError: `${fault.code}: ${fault.detail}` } as const;
  await db.transact((trx) => updateState(trx, progress, { from: ['sending'], set, at: clock.now() }));
  return undefined;
}

async function walkPage(parts: IssueParts, progress: Progress, run: FanOutRun): Promise<number | undefined> {
  const { app } = parts;
  run.walk ??= { pages: createPageReader(app), times: createLogTimes(app, progress.tenantId) };
  const page = await run.walk.pages.read(progress, progress.ledger.cursor);
  if (page instanceof ApiError) return pauseFor(app, progress, page);
  const createdAt = await run.walk.times.next(Math.ceil(presentLedger(progress.ledger).pending / PAGE));
  if (createdAt === undefined) return undefined;
  return app.db.transact((trx) => writePage(parts, trx, { progress, page: { ...page, createdAt } }));
}

const idsOf = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

/** Creates jobs again for mail whose jobs were dropped while the broadcast was paused. Retries become visible to the sweep again. */
async function reissuePage(parts: IssueParts, { id: broadcastId, tenantId, ledger: read }: Progress): Promise<number> {
  const { issueAfter: after, keepsRetries } = read;
  return parts.app.db.transact(async (trx) => {
    const waiting = after === null ? [] : await listWaiting(trx, { broadcastId, after, limit: PAGE });
    const { tried = [], fresh = [] } = Object.groupBy(waiting, ({ isTried }) => (isTried ? 'tried' : 'fresh'));
    const now = parts.app.clock.now();
    // Locked before the ledger, in the order that counting outcomes uses.
    await lockInOrder(trx, 'messages', idsOf(waiting));
    if (!keepsRetries) await revealMessages(trx, idsOf(tried), { now, hiddenUntil: now + HIDDEN_MS });
    const ledger = await lockSending(trx, broadcastId);
    if (ledger === undefined || after === null || ledger.issueAfter !== after || ledger.keepsRetries !== keepsRetries) return 0;
    const slices = ledger.slices + (await reissueMail(parts, trx, { tenantId, ids: idsOf(fresh), slices: ledger.slices }));
    const last = waiting.length < PAGE ? null : (waiting.at(-1)?.contactId ?? null);
    // Not left behind: the previous release does not know the flag and may start the next run.
    await updateLedger(trx, broadcastId, { issueAfter: last, slices, keepsRetries: keepsRetries && last !== null });
    return waiting.length;
  });
}

/**
 * Processes the next page of the broadcast's remaining work. Returns how many contacts or messages the page had; undefined if nothing is
 * left.
 */
export async function fanOutPage(parts: IssueParts, run: FanOutRun): Promise<number | undefined> {
  const { db, priority } = parts.app;
  await priority.yieldToForeground();
  if (run.walk !== undefined) await yieldTurns(TURNS_A_PAGE);
  const progress = await findProgress(db.read, run.broadcastId);
  if (progress === undefined) return undefined;
  if (progress.ledger.issueAfter !== null) return reissuePage(parts, progress);
  return progress.ledger.walked ? undefined : walkPage(parts, progress, run);
}
