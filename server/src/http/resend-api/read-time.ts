import { z } from 'zod';
import { SECOND_MS } from '../../core/durations.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  second: SECOND_MS,
  sec: SECOND_MS,
  minute: 60 * SECOND_MS,
  min: 60 * SECOND_MS,
  hour: 3_600 * SECOND_MS,
  hr: 3_600 * SECOND_MS,
  day: 86_400 * SECOND_MS,
  week: 604_800 * SECOND_MS,
};

const FROM_NOW = new RegExp(`^in\\s+(\\d{1,6}|an?)\\s+(${Object.keys(UNITS_MS).join('|')})s?$`, 'i');

const instant = z.iso.datetime({ offset: true });

/** Returns whether a time differs at each call. */
export const isFromNow = (given: unknown): boolean => typeof given === 'string' && FROM_NOW.test(given.trim());

/**
 * Returns epoch milliseconds of an ISO 8601 time with an offset, or of a relative time that needs neither a time zone nor a calendar: `in 5
 * minutes`, `in an hour`.
 */
export function readTime(given: unknown, now: number): number | undefined {
  const [, count = '', unit = ''] = typeof given === 'string' ? (FROM_NOW.exec(given.trim()) ?? []) : [];
  const unitMs = UNITS_MS[unit.toLowerCase()];
  if (unitMs !== undefined) return now + (/^an?$/i.test(count) ? 1 : Number(count)) * unitMs;
  const parsed = instant.safeParse(given);
  return parsed.success ? Date.parse(parsed.data) : undefined;
}
