import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { type BucketCount, listBuckets, secondsUntilFree } from '../../quota/index.ts';
import type { Admission, QuotaRefusal } from './admission.ts';
import type { AdmissionResult } from './admission-request.ts';

/** Units counted in quota buckets, of all tenants of a group. */
export type Buckets = readonly BucketCount[];

/** Returns the quota buckets by which the `Retry-After` of a group's refusals is computed. One statement; none without such refusals. */
export async function findBucketsOfRefused(trx: Trx, admissions: readonly Admission[]): Promise<Buckets> {
  const refusals = admissions.flatMap(({ decision }) => (decision.kind === 'over_quota' ? [decision] : []));
  const ranges = refusals.flatMap(({ meter, full }) =>
    full.map(({ window }) => ({
      tenantId: meter.tenantId,
      window: window.name,
      from: window.name === 'daily' ? meter.dayFrom : meter.monthFrom,
    })),
  );
  const distinct = new Map(ranges.map((range) => [`${range.tenantId} ${range.window}`, range]));
  return listBuckets(trx, [...distinct.values()]);
}

/** What is said to a request that no window will ever have room for, however long it waits; undefined of any other. */
function neverDetail({ full, units }: QuotaRefusal): string | undefined {
  const least = Math.min(...full.map(({ limit }) => limit));
  if (units <= least) return undefined;
  return least === 0
    ? 'The quota is 0: nothing can be sent.'
    : `A request of ${units} emails never fits the quota, which is ${least}: send fewer at once.`;
}

/** Returns the refusal for the full quota window that has room last; `Retry-After` in seconds. */
function refuseOverQuota(refusal: QuotaRefusal, buckets: Buckets, now: number): ApiError<'quota_exceeded'> {
  const { meter, full, units } = refusal;
  const waits = full.map(({ window, limit }) => {
    const counted = buckets.filter((bucket) => bucket.tenantId === meter.tenantId && bucket.window === window.name);
    return { window: window.name, limit, seconds: secondsUntilFree(window, counted, { units, limit, now }) };
  });
  const { window, limit, seconds } = waits.reduce((longest, wait) => (wait.seconds > longest.seconds ? wait : longest));
  const detail = neverDetail(refusal);
  const headers = { 'Retry-After': String(seconds) };
  return new ApiError('quota_exceeded', { limit, window }, detail === undefined ? { headers } : { headers, detail });
}

/** Returns the result of an admission, with the `Retry-After` of a refusal for want of quota filled in. */
export function withRetryAfter({ rate, decision }: Admission, buckets: Buckets, now: number): AdmissionResult {
  return decision.kind === 'over_quota'
    ? { rate, decision: { kind: 'refused', error: refuseOverQuota(decision, buckets, now) } }
    : { rate, decision };
}
