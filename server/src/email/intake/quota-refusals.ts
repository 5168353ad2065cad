import { ApiError } from '../../core/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { type BucketAddition, listBuckets, secondsUntilFree } from '../../quota/index.ts';
import type { Admission, QuotaRefusal } from './admission.ts';
import type { AdmissionResult } from './submission.ts';

/** Units in buckets, of a whole group. */
export type Buckets = readonly BucketAddition[];

/** Returns the buckets that tell when the refused requests of a group fit: one statement for all, none where there is none. */
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

/** Of two full windows the one that is full for longer is named. */
function refuseOverQuota({ meter, full, units }: QuotaRefusal, buckets: Buckets, now: number): ApiError<'quota_exceeded'> {
  const waits = full.map(({ window, limit }) => {
    const counted = buckets.filter((bucket) => bucket.tenantId === meter.tenantId && bucket.window === window.name);
    return { window: window.name, limit, seconds: secondsUntilFree(window, counted, { units, limit, now }) };
  });
  const { window, limit, seconds } = waits.reduce((longest, wait) => (wait.seconds > longest.seconds ? wait : longest));
  return new ApiError('quota_exceeded', { limit, window }, { headers: { 'Retry-After': String(seconds) } });
}

/** Returns the result of an admission: a refusal for want of quota says when to come again. */
export function withRetryAfter({ rate, decision }: Admission, buckets: Buckets, now: number): AdmissionResult {
  return decision.kind === 'over_quota'
    ? { rate, decision: { kind: 'refused', error: refuseOverQuota(decision, buckets, now) } }
    : { rate, decision };
}
