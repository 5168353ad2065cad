import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import { type BucketAddition, listBuckets, secondsUntilFree } from '../quota/index.ts';
import type { GatePassage, QuotaRefusal } from './gate.ts';
import type { Passage } from './submission.ts';

/** Units in buckets, of a whole group. */
export type Buckets = readonly BucketAddition[];

/** The buckets that tell when the refused requests of a group fit: one statement for all, none where there is none. */
export async function findBucketsOfRefused(trx: Trx, passages: readonly GatePassage[]): Promise<Buckets> {
  const refusals = passages.flatMap(({ decision }) => (decision.kind === 'over_quota' ? [decision] : []));
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
function refuse({ meter, full, units }: QuotaRefusal, buckets: Buckets, now: number): ApiError<'quota_exceeded'> {
  const waits = full.map(({ window, limit }) => {
    const counted = buckets.filter((bucket) => bucket.tenantId === meter.tenantId && bucket.window === window.name);
    return { window: window.name, limit, seconds: secondsUntilFree(window, counted, { units, limit, now }) };
  });
  const { window, limit, seconds } = waits.reduce((longest, wait) => (wait.seconds > longest.seconds ? wait : longest));
  return new ApiError('quota_exceeded', { limit, window }, { headers: { 'Retry-After': String(seconds) } });
}

/** Has a refusal for want of quota say when to come again. */
export function speak({ rate, decision }: GatePassage, buckets: Buckets, now: number): Passage {
  return decision.kind === 'over_quota'
    ? { rate, decision: { kind: 'refused', error: refuse(decision, buckets, now) } }
    : { rate, decision };
}
