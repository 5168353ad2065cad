import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { Queue } from '../queue/queue.ts';
import type { BroadcastKey } from './broadcast.ts';
import { move } from './move.ts';
import type { Pace } from './pace.ts';
import { reissueAll } from './pace-store.ts';

export interface ResumeParts {
  readonly app: AppContext;
  readonly queue: Queue;
  readonly pace: Pace;
}

const fanOutJobs = (ids: readonly string[]) => ids.map((broadcast_id) => ({ queue: 'fanout' as const, payload: { broadcast_id } }));

/** Jobs were dropped while mail was held, and turns went by: they are made anew, less urgent than those before. */
async function goOn({ queue }: ResumeParts, trx: Trx, tenantId: string): Promise<void> {
  const jobs = fanOutJobs(await reissueAll(trx, tenantId));
  if (jobs.length > 0) await queue.enqueue(trx, jobs);
}

/** Goes on where it was paused. With a pace, all that the tenant sends takes its turns anew: those of the paused one are free. */
export const resumeBroadcast = (parts: ResumeParts, key: BroadcastKey) =>
  move(parts.app, key, {
    from: ['paused'],
    set: { status: 'sending', last_error: null },
    ledger: { issue_after: '' },
    after: (trx) => (parts.pace.kept ? goOn(parts, trx, key.tenantId) : parts.queue.enqueue(trx, fanOutJobs([key.id]))),
    code: 'not_resumable',
  });

/** Has the broadcasts go on that a tenant was sending when it was suspended. */
export const resumeTenant = (parts: ResumeParts, tenantId: string): Promise<void> =>
  parts.app.db.transact((trx) => goOn(parts, trx, tenantId));
