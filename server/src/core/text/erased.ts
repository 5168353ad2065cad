/** What an erased address is replaced by. */
export const ERASED = '';

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Returns a text with every occurrence of an address removed, whatever the case of its letters. */
export const eraseInText = (text: string, email: string): string => text.replaceAll(new RegExp(literal(email), 'gi'), ERASED);

/** Returns a JSON value with every occurrence of an address removed from the strings in it; names of fields stay. */
export function eraseInValue(value: unknown, email: string): unknown {
  if (typeof value === 'string') return eraseInText(value, email);
  if (Array.isArray(value)) return value.map((item) => eraseInValue(item, email));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, eraseInValue(item, email)]));
}

/** Returns the address as a JSON string, to look for in stored JSON. `before`: what stands right before it there. */
export const wholeInJson = (email: string, before = ''): string => `${before}${JSON.stringify(email)}`;

/** Returns the address as it is escaped within a JSON string, to look for in stored JSON. */
export const partOfJson = (email: string): string => JSON.stringify(email).slice(1, -1);
