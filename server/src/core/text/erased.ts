/** What an erased address is replaced by. */
export const ERASED = '';

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Blanks an address wherever a text quotes it, in any case of its letters. */
export const eraseInText = (text: string, email: string): string => text.replaceAll(new RegExp(literal(email), 'gi'), ERASED);

/** The same in every string within a JSON value. */
export function eraseInValue(value: unknown, email: string): unknown {
  if (typeof value === 'string') return eraseInText(value, email);
  if (Array.isArray(value)) return value.map((item) => eraseInValue(item, email));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, eraseInValue(item, email)]));
}

/** Returns JSON text that has the address as a whole string, after a given beginning. */
export const wholeInJson = (email: string, before = ''): string => `${before}${JSON.stringify(email)}`;

/** Returns JSON text that has the address within a string, such as one with a name before it. */
export const partOfJson = (email: string): string => JSON.stringify(email).slice(1, -1);
