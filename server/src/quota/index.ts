export { count, findFullWindow, leftBuckets, rollOn } from './meter-quota.ts';
export { limitsOf, type TenantLimits } from './plans.ts';
export { admit, type RateState } from './rate-window.ts';
export { DAY, MONTH, secondsUntilFree, windowStart } from './rolling-quota.ts';
export { addToBuckets, deleteOldBuckets, listBuckets, sumBuckets } from './store.ts';
