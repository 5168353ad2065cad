import { hashKey } from '@tanstack/react-query';

/** Compares values as JSON, with any order of names: PostgreSQL stores objects in its own. */
const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

/** Returns what of a form differs from what it was filled with. The rest must not be sent: it may have been changed elsewhere meanwhile. */
export function changesOf<T extends object>(written: T, filled: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(filled));
  // Safe because the entries are some of those of `written`.
  return Object.fromEntries(Object.entries(written).filter(([name, value]) => !isSame(value, before.get(name)))) as Partial<T>;
}

/** Returns whether something differs that a request leaves as it is: it was changed elsewhere. */
export const isChangedElsewhere = <T extends object>(after: T, before: T, request: object = {}): boolean =>
  Object.keys(changesOf(after, before)).some((name) => !(name in request));

/** Returns what a form was filled with, and what of it was saved since: nothing that was changed elsewhere. */
export const withSaved = <T extends object>(filled: T, after: T, request: object): T => ({
  ...filled,
  ...Object.fromEntries(Object.entries(after).filter(([name]) => name in request)),
});
