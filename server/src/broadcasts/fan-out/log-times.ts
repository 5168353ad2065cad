import type { AppContext } from '../../app-context.ts';
import { reserveLogTimes } from '../../meters/log-time-store.ts';

/** Times in a tenant's log for the pages of one run. */
export interface LogTimes {
  /** Returns a time in epoch milliseconds that no other page of the tenant has; undefined for a tenant that no longer exists. */
  next(pagesLeft: number): Promise<number | undefined>;
}

/** The most times reserved at once: each reservation is a transaction of its own. */
const MOST = 20;

/**
 * Creates the times for the pages of one run over a broadcast. They are reserved many at a time and before a page is written, so that the
 * tenant's sends do not wait for the rows. Unused times leave gaps in the log.
 */
export function createLogTimes({ db, clock }: AppContext, tenantId: string): LogTimes {
  let next = 0;
  let end = 0;
  return {
    async next(pagesLeft) {
      if (next === end) {
        const count = Math.min(Math.max(pagesLeft, 1), MOST);
        const first = await db.transact((trx) => reserveLogTimes(trx, { tenantId, count, now: clock.now() }));
        if (first === undefined) return undefined;
        next = first;
        end = first + count;
      }
      next += 1;
      return next - 1;
    },
  };
}
