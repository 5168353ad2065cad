import { useMemo } from 'react';
import { browserTimeZone } from './locale.ts';
import { useLocale, useWords } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  { unit: 'day', ms: DAY },
  { unit: 'hour', ms: HOUR },
  { unit: 'minute', ms: MINUTE },
] as const;

/** Creates formatters for numbers and times in the reader's locale. */
export function createFormat(locale: string, now: string) {
  const count = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'code' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const second = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const year = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const hour = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });
  const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString();
  const isThisYear = (at: number) => new Date(at).getFullYear() === new Date().getFullYear();
  return {
    count: (value: number) => count.format(value),
    share: (value: number) => share.format(value),
    dollars: (value: number) => dollars.format(value),
    bytes(value: number) {
      const power = value < 1000 ? 0 : value < 1_000_000 ? 1 : value < 1_000_000_000 ? 2 : 3;
      const amount = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(value / 1000 ** power);
      return `${amount} ${['B', 'kB', 'MB', 'GB'][power]}`;
    },
    /** Formats a time of today as the time, any other as the day. */
    time: (at: number) => (isToday(at) ? clock.format(at) : isThisYear(at) ? day.format(at) : year.format(at)),
    /** Formats a time to the second, with its zone; with its day unless that is today. */
    moment: (at: number) =>
      isToday(at) ? second.format(at) : `${isThisYear(at) ? day.format(at) : year.format(at)}, ${second.format(at)}`,
    /** The reader's time zone, such as `Europe/Berlin`. */
    zone: browserTimeZone(),
    day: (at: number) => day.format(at),
    date: (at: number) => year.format(at),
    weekday: (at: number) => weekday.format(at),
    hour: (at: number) => hour.format(at),
    clock: (at: number) => clock.format(at),
    full: (at: number) => full.format(at),
    ago(at: number, from = Date.now()) {
      const by = at - from;
      const step = STEPS.find(({ ms }) => Math.abs(by) >= ms);
      return step === undefined ? now : relative.format(Math.round(by / step.ms), step.unit);
    },
  };
}

export type Format = ReturnType<typeof createFormat>;

export function useFormat(): Format {
  const [locale, words] = [useLocale(), useWords()];
  return useMemo(() => createFormat(locale, words.common.justNow), [locale, words]);
}
