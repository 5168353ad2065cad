import type { Stats } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { DAY_MS } from '../core/durations.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { findBackfillOf } from '../messages/follow/index.ts';
import { daysOf, findZone, hoursOf, LAST_MS } from './calendar.ts';
import { type Figures, toFigures } from './count.ts';
import { type HourFigures, MOST_UNFOLDED, readHours, type StatFilter } from './read-store.ts';

/** The longest and the default range of each interval, in days. */
const RANGES = { hour: { most: 31, usual: 1 }, day: { most: 400, usual: 30 } } as const;

export interface StatsRequest extends Omit<StatFilter, 'from' | 'to'> {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly interval: keyof typeof RANGES;
  readonly timezone: string;
}

type Refusal = ApiError<'validation_failed'>;

function rangeOf({ from: given, to: until, interval }: StatsRequest, now: number): { from: number; to: number } | Refusal {
  const { most, usual } = RANGES[interval];
  const to = Math.min(until ?? now, LAST_MS);
  const from = given ?? Math.max(to - usual * DAY_MS, 0);
  if (from >= to) return new ApiError('validation_failed', { field: 'from' }, { detail: 'from: must be before to.' });
  if (to - from <= most * DAY_MS) return { from, to };
  const other = interval === 'hour' ? ', or ask for days by interval=day' : '';
  const detail = `from: a range of at most ${most} days, told by the ${interval}; ask for a shorter one${other}.`;
  return new ApiError('validation_failed', { field: 'from', max: most }, { detail });
}

const sumOf = (hours: readonly HourFigures[]): Figures => toFigures((measure) => hours.reduce((sum, hour) => sum + hour[measure], 0));

/** Groups hours into the intervals that they begin in. Both are in order. */
function groupHours(starts: readonly number[], hours: readonly HourFigures[]): Stats['data'] {
  let next = 0;
  return starts.map((at, place) => {
    const end = starts[place + 1] ?? Number.POSITIVE_INFINITY;
    const first = next;
    while ((hours[next]?.hour ?? end) < end) next += 1;
    return { at, ...sumOf(hours.slice(first, next)) };
  });
}

/** Returns the outcomes of a tenant's mail by hour or day. */
export async function showStats({ db, clock }: AppContext, request: StatsRequest): Promise<Stats | Refusal> {
  const { interval, timezone } = request;
  const zone = findZone(timezone);
  if (zone === undefined) {
    const detail = 'timezone: name one of the IANA database, such as Europe/Berlin.';
    return new ApiError('validation_failed', { field: 'timezone' }, { detail });
  }
  const range = rangeOf(request, clock.now());
  if (range instanceof ApiError) return range;
  const { starts, end } = interval === 'hour' ? hoursOf(range) : daysOf(range, zone);
  const filter = { ...request, from: starts[0] ?? range.from, to: end };
  const [hours, past] = await Promise.all([readHours(db.read, filter), findBackfillOf(db.read, request.tenantId)]);
  const lookedAt = hours.reduce((sum, hour) => sum + hour.looked_at, 0);
  return {
    interval,
    timezone,
    complete: past === undefined && lookedAt < MOST_UNFOLDED,
    data: groupHours(starts, hours),
    totals: sumOf(hours),
  };
}
