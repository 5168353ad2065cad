import type { AppContext } from '../app-context.ts';
import { OPERATOR } from '../db/db.ts';
import { correctCounts, countAnew, findAudienceAfter } from './count-store.ts';

/** What an audience without members costs, in members. */
const LEAST_COST = 100;

/**
 * Returns a step of the cleanup that counts audiences anew, one after another and then again, and corrects what is kept of them: a release
 * that did not keep it yet may have written to the same database. On average it reads as many members in a run as it is given; after a large
 * audience it leaves out runs.
 */
export function createRecount({ db }: AppContext): (limit: number) => Promise<number> {
  let last = '';
  let cost = 0;

  async function recount(id: string): Promise<number> {
    const counted = await countAnew(db.scan(OPERATOR), id);
    if (counted === undefined) return 0;
    if (counted.members === counted.member_count && counted.subscribed === counted.subscribed_count) return 0;
    return Number(await db.transact((trx) => correctCounts(trx, id, counted)));
  }

  return async (limit) => {
    let corrected = 0;
    for (cost = Math.max(cost - limit, 0); cost < limit; ) {
      const next = await findAudienceAfter(db.read, last);
      last = next?.id ?? '';
      if (next === undefined) break;
      // Before it is counted, so that one that takes too long keeps none of the others from their turn.
      cost += LEAST_COST + Math.max(next.member_count, 0);
      corrected += await recount(next.id);
    }
    return corrected;
  };
}
