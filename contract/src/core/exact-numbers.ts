/** Why such a number is refused. */
export const INEXACT_NUMBER = 'Whole numbers beyond 9007199254740991 are not kept exactly; give it as a string.';

/**
 * Returns whether a value is a number that its neighbours are read as, too: JSON that is read has them rounded (RFC 8259, section 6),
 * those beyond 1.8e308 to Infinity.
 */
export const isInexactNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** Returns the place of the first such number within a value; undefined where there is none. */
export function findInexactNumber(value: unknown): PropertyKey[] | undefined {
  if (isInexactNumber(value)) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const found = findInexactNumber(item);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}
