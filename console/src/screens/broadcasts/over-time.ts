import type { BroadcastStats } from '@posthorn/sdk';
import type { Bar } from '../../charts/bars.tsx';
import { HOUR_MS } from '../../text/durations.ts';

type Timeline = NonNullable<BroadcastStats['timeline']>;
export type Unit = 'hour' | 'day';

/** Later activity is too little to be visible. */
const MOST: Readonly<Record<Unit, number>> = { hour: 72, day: 60 };

/** Minimum number of bars: fewer would be too wide. */
const LEAST: Readonly<Record<Unit, number>> = { hour: 24, day: 14 };

const hourOf = (at: number): number => at - (at % HOUR_MS);
const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
/** By the calendar: a day with a clock change has another length. */
const dayAfter = (at: number): number => new Date(at).setHours(24, 0, 0, 0);

/** Returns opens and clicks by hour, or by the reader's days, starting with the first; empty intervals are included. */
export function overTime(timeline: Timeline, unit: Unit): readonly Bar[] {
  const begin = unit === 'hour' ? hourOf : dayOf;
  const sums = new Map<number, [opens: number, clicks: number]>();
  for (const { at, events } of timeline) {
    if (events.open === 0 && events.click === 0) continue;
    const [opens, clicks] = sums.get(begin(at)) ?? [0, 0];
    sums.set(begin(at), [opens + events.open, clicks + events.click]);
  }
  const [first, last] = [Math.min(...sums.keys()), Math.max(...sums.keys())];
  const bars: Bar[] = [];
  for (
    let at = first;
    sums.size > 0 && (at <= last || bars.length < LEAST[unit]) && bars.length < MOST[unit];
    at = unit === 'hour' ? at + HOUR_MS : dayAfter(at)
  )
    bars.push({ at, values: sums.get(at) ?? [0, 0] });
  return bars;
}
