/** Why such a number is refused. */
export const INEXACT_NUMBER = 'Whole numbers beyond 9007199254740991 are not kept exactly; give it as a string.';

/**
 * Returns whether a value is a number that JSON parsers may have rounded (RFC 8259, section 6): beyond the safe integers, or Infinity for
 * numbers beyond 1.8e308.
 */
export const isInexactNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** Returns the path of the first such number within a value; undefined if there is none. */
export function findInexactNumber(value: unknown): PropertyKey[] | undefined {
  if (isInexactNumber(value)) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const found = findInexactNumber(item);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}
