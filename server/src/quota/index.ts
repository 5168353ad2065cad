import type { AppContext } from '../app-context.ts';
import { purgeOldBuckets } from './purge-buckets.ts';

export { type FullWindows, fullWindows } from './full-windows.ts';
export { count, countApart, findFullWindows, leftBuckets, refund, rollOn } from './meter-quota.ts';
export { limitsOf } from './plans.ts';
export { includedIn, priceOf } from './pricing.ts';
export { admit, peek, type RateState } from './rate-window.ts';
export { type BucketName, secondsUntilFree } from './rolling-quota.ts';
export { addToBuckets, type BucketAddition, findUsed, listBuckets, sumBuckets } from './store.ts';

/** Quotas, wired. */
export const createQuota = (app: AppContext) => ({ cleanup: [() => purgeOldBuckets(app)] });
