import type { AppContext } from '../app-context.ts';
import { type BucketName, DAY, MONTH, type QuotaWindow, windowStart } from './rolling-quota.ts';
import { deleteOldBuckets } from './store.ts';

const PAGE = 500;

const KEPT: readonly (readonly [BucketName, QuotaWindow])[] = [
  ['daily', DAY],
  ['monthly', MONTH],
  ['test', MONTH],
  ['marketing', MONTH],
];

/** Removes the buckets that no quota counts any more; returns how many. */
export async function purgeOldBuckets({ db, clock }: AppContext): Promise<number> {
  let removed = 0;
  for (const [name, window] of KEPT) {
    for (let page = PAGE; page === PAGE; removed += page) {
      page = await db.transact((trx) => deleteOldBuckets(trx, { window: name, before: windowStart(window, clock.now()), limit: PAGE }));
    }
  }
  return removed;
}
