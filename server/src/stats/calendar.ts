import { DateTime, IANAZone } from 'luxon';
import { HOUR_MS, hourOf } from './count.ts';

/** Whether there is a time zone of this name. */
export const isTimezone = (name: string): boolean => IANAZone.isValidZone(name);

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
export function daysOf({ from, to }: Range, timezone: string): { starts: number[]; end: number } {
  const starts: number[] = [];
  let day = DateTime.fromMillis(from, { zone: timezone }).startOf('day');
  for (; day.toMillis() < to; day = day.plus({ days: 1 }).startOf('day')) starts.push(day.toMillis());
  return { starts, end: day.toMillis() };
}
