import { DateTime, IANAZone } from 'luxon';
import { DAY_MS, HOUR_MS } from '../core/durations.ts';
import { hourOf } from './count.ts';

/** Two days before the last moment that there is a date of: beyond it the clocks of some zones tell none. */
export const LAST_MS = 8_640_000_000_000_000 - 2 * DAY_MS;

/** Returns the time zone of a name, in any case; undefined where there is none. */
export function findZone(name: string): IANAZone | undefined {
  // An offset is a zone too by ECMA-402, and none of the IANA database.
  if (!/^[a-z]/i.test(name) || !IANAZone.isValidZone(name)) return undefined;
  // Zones are kept for good, by name: one in other letters is not to be another.
  return IANAZone.create(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
}

/** A range, epoch milliseconds: from `from` up to and without `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the hours that a range touches, by their beginnings, and the end of the last. */
export function hoursOf({ from, to }: Range): { starts: number[]; end: number } {
  const first = hourOf(from);
  const starts = Array.from({ length: Math.ceil((to - first) / HOUR_MS) }, (_, place) => first + place * HOUR_MS);
  return { starts, end: first + starts.length * HOUR_MS };
}

/** The same of the days of a time zone; they have 23 or 25 hours where its clocks change, and begin at one where midnight is left out. */
export function daysOf({ from, to }: Range, zone: IANAZone): { starts: number[]; end: number } {
  const starts: number[] = [];
  let day = DateTime.fromMillis(from, { zone }).startOf('day');
  for (; day.toMillis() < to; day = day.plus({ days: 1 }).startOf('day')) starts.push(day.toMillis());
  return { starts, end: day.toMillis() };
}
