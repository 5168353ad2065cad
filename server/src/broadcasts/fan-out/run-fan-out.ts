import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { isOutage } from '../../db/dialect.ts';
import { ageBody } from '../../messages/index.ts';
import type { JobHandler } from '../../queue/queue.ts';
import { removeDisownedMail } from '../delete-broadcast.ts';
import { withdrawBroadcast } from '../move-broadcast.ts';
import { type BroadcastParts, makeDueReady, startBroadcast } from '../send/start-broadcast.ts';
import { findBroadcast, listDisowned, updateState } from '../store.ts';
import { type FanOutRun, fanOutPage } from './fan-out-page.ts';
import type { IssueParts } from './issue-mail.ts';
import { findDue, findFinished, findSending, lockFinished, type Progress } from './progress-store.ts';

/** Pages that one job processes before it goes to the end of the queue. */
const PAGES_A_JOB = 20;
const BROADCASTS_A_RUN = 100;

/**
 * Processes broadcasts one by one. One that fails, for example because its target takes too long to count, does not block the others: the
 * next run tries again.
 */
async function forEachApart<B extends { readonly id: string }>(
  { log }: AppContext,
  broadcasts: readonly B[],
  work: (one: B) => Promise<void>,
): Promise<void> {
  for (const one of broadcasts) {
    try {
      await work(one);
    } catch (err) {
      if (isOutage(err)) throw err;
      log.error({ broadcast_id: one.id, err }, 'a broadcast cannot be worked off');
    }
  }
}

/** Starts a broadcast that is due, or cancels it if it cannot be sent. */
async function startDue(parts: BroadcastParts, ref: ObjectRef): Promise<void> {
  const { app } = parts;
  const broadcast = await findBroadcast(app.db.read, ref);
  if (broadcast === undefined) return;
  const ready = await makeDueReady(parts, broadcast);
  if (ready instanceof ApiError) await withdrawBroadcast(app, ref, ready);
  else await app.db.transact((trx) => startBroadcast(parts, trx, { ready, from: 'scheduled' }));
}

async function finishBroadcast({ db, clock }: AppContext, { id, tenantId, bodyId }: Progress): Promise<void> {
  await db.transact(async (trx) => {
    if (!(await lockFinished(trx, id))) return;
    const now = clock.now();
    await updateState(trx, { tenantId, id }, { from: ['sending'], set: { status: 'sent', sentAt: now }, at: now });
    if (bodyId !== null) await ageBody(trx, { tenantId, id: bodyId, from: now });
  });
}

/** Marks broadcasts without open messages as `sent`. */
export async function finishBroadcasts(app: AppContext): Promise<void> {
  await forEachApart(app, await findFinished(app.db.read), (progress) => finishBroadcast(app, progress));
}

async function workBroadcast(parts: IssueParts, broadcastId: string, signal: AbortSignal): Promise<void> {
  const { app, queue } = parts;
  const run: FanOutRun = { broadcastId };
  for (let page = 0; page < PAGES_A_JOB && !signal.aborted; page += 1) {
    if ((await fanOutPage(parts, run)) === undefined) return finishBroadcasts(app);
  }
  const next = { queue: 'fanout' as const, payload: { broadcast_id: broadcastId }, priority: -1 };
  await app.db.transact((trx) => queue.enqueue(trx, [next]));
}

type FanOutJobs = Parameters<JobHandler<'fanout'>>[0];

/** Processes jobs that name a broadcast. */
export async function workFanOut(parts: IssueParts, jobs: FanOutJobs, signal: AbortSignal): Promise<void> {
  for (const job of jobs) await workBroadcast(parts, job.payload.broadcast_id, signal);
}

/** Starts due broadcasts, does all remaining work, and finishes completed ones. Returns the number of contacts and messages processed. */
export async function runFanOut(parts: BroadcastParts): Promise<number> {
  const { app, queue } = parts;
  const { db, clock } = app;
  await forEachApart(app, await findDue(db.read, clock.now(), BROADCASTS_A_RUN), (ref) => startDue(parts, ref));
  let handled = 0;
  await forEachApart(app, await findSending(db.read), async ({ id }) => {
    const run: FanOutRun = { broadcastId: id };
    for (let page = await fanOutPage(parts, run); page !== undefined; page = await fanOutPage(parts, run)) handled += page;
  });
  await queue.drain(['fanout']);
  await finishBroadcasts(app);
  await forEachApart(app, await listDisowned(db.read, BROADCASTS_A_RUN), ({ id }) => removeDisownedMail(app, id));
  return handled;
}
