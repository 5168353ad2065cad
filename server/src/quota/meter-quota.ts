import type { Meter } from '../meters/store.ts';
import { bucketAt, DAY, MONTH, type QuotaWindow, windowStart } from './rolling-quota.ts';
import type { BucketCount, BucketRange } from './store.ts';

/** The part of a meter that counts emails. */
type QuotaMeter = Pick<Meter, 'tenantId' | 'dayUsed' | 'dayFrom' | 'monthUsed' | 'monthFrom'>;

/**
 * Returns from when a window counts. After the clock was set back by more than a window, it starts anew: units of now would be counted
 * before it, and never leave it.
 */
const countedFrom = (window: QuotaWindow, from: number, now: number): number =>
  bucketAt(window, now) < from ? windowStart(window, now) : Math.max(from, windowStart(window, now));

/** Returns the buckets that have left the windows since the meter was last written, or are in them again. */
export function movedBuckets({ tenantId, dayFrom, monthFrom }: QuotaMeter, now: number): BucketRange[] {
  const moves = [
    { window: DAY, from: dayFrom, to: countedFrom(DAY, dayFrom, now) },
    { window: MONTH, from: monthFrom, to: countedFrom(MONTH, monthFrom, now) },
  ];
  return moves.flatMap(({ window: { name }, from, to }) =>
    from === to ? [] : [{ tenantId, window: name, from: Math.min(from, to), to: Math.max(from, to) }],
  );
}

/** Moves the windows to a time; `moved` is what was used in the buckets that left them, or are in them again. */
export function rollOn(meter: QuotaMeter, moved: readonly (BucketRange & { used: number })[], now: number): void {
  for (const { window, from, used } of moved) {
    if (window === DAY.name) meter.dayUsed += from < meter.dayFrom ? used : -used;
    else meter.monthUsed += from < meter.monthFrom ? used : -used;
  }
  meter.dayFrom = countedFrom(DAY, meter.dayFrom, now);
  meter.monthFrom = countedFrom(MONTH, meter.monthFrom, now);
}

/** Counts units in a locked meter. Returns what the buckets of now gain. */
export function countUnits(meter: QuotaMeter, units: number, now: number): BucketCount[] {
  if (units === 0) return [];
  meter.dayUsed += units;
  meter.monthUsed += units;
  return [DAY, MONTH].map((window) => ({ tenantId: meter.tenantId, window: window.name, start: bucketAt(window, now), used: units }));
}

/**
 * Counts emails of the month that are tracked separately: those in test mode, which are never billed, and marketing mail, which may also
 * come from broadcasts and automations. Returns what their buckets gain; no meter has to be locked.
 */
export function countApart(tenantId: string, emails: { test?: number; marketing?: number }, now: number): BucketCount[] {
  const kinds = [
    { window: 'test', used: emails.test ?? 0 },
    { window: 'marketing', used: emails.marketing ?? 0 },
  ] as const;
  return kinds.filter(({ used }) => used !== 0).map((kind) => ({ ...kind, tenantId, start: bucketAt(MONTH, now) }));
}

/** An email that was counted. */
export interface CountedEmail {
  readonly acceptedAt: number;
  readonly test: boolean;
  readonly marketing: boolean;
}

/**
 * Returns the unit of an email to the buckets of the time when it was accepted. A bucket that has left its window no longer counts, nor
 * does anything counted in it.
 */
export function refund(meter: QuotaMeter, { acceptedAt, test, marketing }: CountedEmail): BucketCount[] {
  const [day, month] = [bucketAt(DAY, acceptedAt), bucketAt(MONTH, acceptedAt)];
  const { tenantId, dayFrom, monthFrom } = meter;
  const additions: BucketCount[] = [];
  if (day >= dayFrom) {
    meter.dayUsed -= 1;
    additions.push({ tenantId, window: DAY.name, start: day, used: -1 });
  }
  if (month >= monthFrom) {
    meter.monthUsed -= 1;
    additions.push({ tenantId, window: MONTH.name, start: month, used: -1 });
    additions.push(...countApart(tenantId, { test: test ? -1 : 0, marketing: marketing ? -1 : 0 }, acceptedAt));
  }
  return additions;
}

/** Returns the windows that have no room for the units, with their limits. */
export function findFullWindows(
  meter: QuotaMeter,
  limits: { daily: number | null; monthly: number | null },
  units: number,
): { window: QuotaWindow; limit: number }[] {
  const windows = [
    { window: DAY, limit: limits.daily, used: meter.dayUsed },
    { window: MONTH, limit: limits.monthly, used: meter.monthUsed },
  ];
  return windows.flatMap(({ window, limit, used }) => (limit !== null && used + units > limit ? [{ window, limit }] : []));
}
