export { count, countApart, findFullWindow, leftBuckets, rollOn } from './meter-quota.ts';
export { limitsOf } from './plans.ts';
export { purgeOldBuckets } from './purge-buckets.ts';
export { admit, type RateState } from './rate-window.ts';
export { secondsUntilFree } from './rolling-quota.ts';
export { addToBuckets, listBuckets, sumBuckets } from './store.ts';
