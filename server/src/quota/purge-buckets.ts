import type { Platform } from '../platform.ts';
import { DAY, MONTH, windowStart } from './rolling-quota.ts';
import { deleteOldBuckets } from './store.ts';

const PAGE = 500;

/** Removes the buckets that no quota counts any more; answers how many. */
export async function purgeOldBuckets({ db, clock }: Platform): Promise<number> {
  let removed = 0;
  for (const window of [DAY, MONTH]) {
    for (let page = PAGE; page === PAGE; removed += page) {
      page = await db.transact((trx) =>
        deleteOldBuckets(trx, { window: window.name, before: windowStart(window, clock.now()), limit: PAGE }),
      );
    }
  }
  return removed;
}
