import { ApiError } from '../core/api-error.ts';
import { isOutage } from '../db/dialect.ts';
import { ageBody } from '../messages/index.ts';
import type { JobHandler } from '../queue/queue.ts';
import type { BroadcastKey } from './broadcast.ts';
import { removeDisownedMail } from './delete-broadcast.ts';
import { type FanOutParts, fanOut } from './fan-out.ts';
import { withdrawBroadcast } from './move.ts';
import { makeDueReady, startBroadcast } from './start-broadcast.ts';
import {
  findBroadcast,
  findDue,
  findFinished,
  findNextDue,
  findSending,
  listDisowned,
  lockFinished,
  moveBroadcast,
  type Progress,
} from './store.ts';

/** Pages that one job does before it goes to the end of the line. */
const PAGES_A_JOB = 20;
const BROADCASTS_A_RUN = 100;

export type FanOutJobParts = FanOutParts;

export interface FanOutJob {
  /** Works off jobs that name a broadcast. */
  readonly work: JobHandler<'fanout'>;
  /** Starts what is due, does all that is left to do, and ends what is done. Returns the contacts and messages handled. */
  run(): Promise<number>;
  nextDueAt(): Promise<number | null>;
  /** Makes broadcasts `sent` of which nothing is open. */
  finish(): Promise<void>;
}

export function fanOutJob(parts: FanOutJobParts): FanOutJob {
  const { app, queue } = parts;
  const { db, clock, log } = app;
  const begin = fanOut(parts);

  /** One that cannot be worked off, such as one whose target takes too long to count, holds up no other: the next run tries again. */
  async function each<B extends { readonly id: string }>(broadcasts: readonly B[], work: (one: B) => Promise<void>): Promise<void> {
    for (const one of broadcasts) {
      try {
        await work(one);
      } catch (err) {
        if (isOutage(err)) throw err;
        log.error({ broadcast: one.id, err }, 'a broadcast cannot be worked off');
      }
    }
  }

  async function start(key: BroadcastKey): Promise<void> {
    const row = await findBroadcast(db.read, key);
    if (row === undefined) return;
    const ready = await makeDueReady(parts, row);
    if (ready instanceof ApiError) await withdrawBroadcast(app, key, ready);
    else await db.transact((trx) => startBroadcast(parts, trx, { ready, from: 'scheduled' }));
  }

  async function end({ id, tenant_id: tenantId, body_id: bodyId }: Progress): Promise<void> {
    await db.transact(async (trx) => {
      if (!(await lockFinished(trx, id))) return;
      const now = clock.now();
      await moveBroadcast(trx, { tenantId, id }, { from: ['sending'], set: { status: 'sent', sent_at: now, updated_at: now } });
      if (bodyId !== null) await ageBody(trx, { tenantId, id: bodyId, from: now });
    });
  }

  async function finish(): Promise<void> {
    await each(await findFinished(db.read), end);
  }

  async function work(broadcastId: string, signal: AbortSignal): Promise<void> {
    const doPage = begin(broadcastId);
    for (let page = 0; page < PAGES_A_JOB && !signal.aborted; page += 1) {
      if ((await doPage()) === undefined) return finish();
    }
    const next = { queue: 'fanout' as const, payload: { broadcast_id: broadcastId }, priority: -1 };
    await db.transact((trx) => queue.enqueue(trx, [next]));
  }

  return {
    work: async (jobs, signal) => {
      for (const job of jobs) await work(job.payload.broadcast_id, signal);
    },
    async run() {
      await each(await findDue(db.read, clock.now(), BROADCASTS_A_RUN), start);
      let handled = 0;
      await each(await findSending(db.read), async ({ id }) => {
        const doPage = begin(id);
        for (let page = await doPage(); page !== undefined; page = await doPage()) handled += page;
      });
      await queue.drain(['fanout']);
      await finish();
      await each(await listDisowned(db.read, BROADCASTS_A_RUN), ({ id }) => removeDisownedMail(parts.app, id));
      return handled;
    },
    nextDueAt: () => findNextDue(db.read),
    finish,
  };
}
