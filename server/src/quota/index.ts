import type { AppContext } from '../app-context.ts';
import { foldChanges } from '../storage/fold-changes.ts';
import { recountStorage } from '../storage/recount-store.ts';
import { purgeOldBuckets } from './purge-old-buckets.ts';

export { countApart, countUnits, findFullWindows, movedBuckets, refund, rollOn } from './meter-quota.ts';
export { limitsOf, UNLIMITED } from './plans.ts';
export { includedIn, priceOf } from './pricing.ts';
export { createRateLimitedTenants, type RateLimitedTenants } from './rate-limited-tenants.ts';
export { admitToWindow, peekWindow, type RateState } from './rate-window.ts';
export { type BucketName, secondsUntilFree } from './rolling-quota.ts';
export { limitToStorage, overStorage, refuseStorage, storageLimit } from './storage-limit.ts';
export { addToBuckets, type BucketCount, findUsed, listBuckets, sumBuckets } from './store.ts';

/** Creates the feature `quota`: the cleanup of its buckets, and what keeps the figures of storage true. */
export const createQuota = (app: AppContext) => ({
  cleanup: [() => purgeOldBuckets(app), () => foldChanges(app)],
  backgroundJobs: { recount_storage: { run: () => recountStorage(app), onDemand: true } },
});
