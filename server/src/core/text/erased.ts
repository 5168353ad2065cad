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

/** Names that HTML has for signs of addresses. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '@': '&commat;',
};

/** Returns a pattern of a sign as it stands, percent-encoded as in a link, and escaped as in HTML. */
function patternOfSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const encoded = [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const ways = [literal(sign), encoded, `&#0{0,5}${code};`, `&#x0{0,5}${code.toString(16)};`, ENTITIES[sign] ?? []];
  return `(?:${ways.flat().join('|')})`;
}

const patternOf = (email: string) =>
  new RegExp(
    spellingsOf(email)
      .map((spelling) => spelling.replaceAll(/[^a-z0-9]/giu, patternOfSign))
      .join('|'),
    'gi',
  );

/** Returns the most letters and digits that stand together in an address however it is written, to look for in what is read in lower case. */
export function traceOf(email: string): string {
  const [, ...others] = spellingsOf(email);
  const runs = (email.match(/[a-z0-9]+/g) ?? []).filter((run) => others.every((other) => other.includes(run)));
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Returns a text with every occurrence of an address removed, whatever the case of its letters, however its domain is spelled, and whether its signs are encoded. */
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
