import { DateTime, IANAZone } from 'luxon';
import { DAY_MS, HOUR_MS } from '../core/durations.ts';
import { hourOf } from './count.ts';

/** Two days before the last representable date: beyond it some time zones cannot be computed. */
export const LAST_MS = 8_640_000_000_000_000 - 2 * DAY_MS;

/** Returns the time zone of a name, ignoring case; undefined if there is none. */
export function findZone(name: string): IANAZone | undefined {
  // ECMA-402 accepts an offset as a zone too, but the IANA database has none.
  if (!/^[a-z]/i.test(name) || !IANAZone.isValidZone(name)) return undefined;
  // Zones are cached by name forever: another capitalization must not add one.
  return IANAZone.create(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
}

/** A range in epoch milliseconds, from `from` up to but not including `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the beginnings of the hours that a range touches, and the end of the last one. */
export function hoursOf({ from, to }: Range): { starts: number[]; end: number } {
  const first = hourOf(from);
  const starts = Array.from({ length: Math.ceil((to - first) / HOUR_MS) }, (_, place) => first + place * HOUR_MS);
  return { starts, end: first + starts.length * HOUR_MS };
}

/** Does the same for the days of a time zone; days with a clock change have 23 or 25 hours, and may begin at one if midnight is skipped. */
export function daysOf({ from, to }: Range, zone: IANAZone): { starts: number[]; end: number } {
  const starts: number[] = [];
  let day = DateTime.fromMillis(from, { zone }).startOf('day');
  for (; day.toMillis() < to; day = day.plus({ days: 1 }).startOf('day')) starts.push(day.toMillis());
  return { starts, end: day.toMillis() };
}
