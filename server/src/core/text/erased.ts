import { domainToUnicode } from 'node:url';

/** What an erased address is replaced by. */
export const ERASED = '';

/** The ways in which a text may write an address: an internationalised domain as A-labels, and as it is read. */
function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const read = domainToUnicode(email.slice(at));
  return read === '' || read === email.slice(at) ? [email] : [email, `${email.slice(0, at)}${read}`];
}

/** Returns what to look for in stored text in lower case: of an internationalised address what its spellings have in common, since engines know the lower case of ASCII letters alone. */
export const partOfText = (email: string): string => (spellingsOf(email).length === 1 ? email : email.slice(0, email.lastIndexOf('@') + 1));

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

const patternOf = (email: string) => new RegExp(spellingsOf(email).map(literal).join('|'), 'gi');

/** Returns a text with every occurrence of an address removed, whatever the case of its letters and however its domain is spelled. */
export const eraseInText = (text: string, email: string): string => text.replaceAll(patternOf(email), ERASED);

/** Returns a JSON value with every occurrence of an address removed from the strings in it; names of fields stay. */
export function eraseInValue(value: unknown, email: string): unknown {
  const pattern = patternOf(email);
  function erase(part: unknown): unknown {
    if (typeof part === 'string') return part.replaceAll(pattern, ERASED);
    if (Array.isArray(part)) return part.map(erase);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, erase(item)]));
  }
  return erase(value);
}

/** Returns the address as a JSON string, to look for in stored JSON. `before`: what stands right before it there. */
export const wholeInJson = (email: string, before = ''): string => `${before}${JSON.stringify(email)}`;

/** Returns the same as `partOfText`, as it is escaped within a JSON string. */
export const partOfJson = (email: string): string => JSON.stringify(partOfText(email)).slice(1, -1);
