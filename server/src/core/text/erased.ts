import { domainToUnicode } from 'node:url';

/** The replacement of an erased address. */
export const ERASED = '';

/** The ways in which a text may write an address: an internationalised domain as A-labels, and as it is read. */
function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const read = domainToUnicode(email.slice(at));
  return read === '' || read === email.slice(at) ? [email] : [email, `${email.slice(0, at)}${read}`];
}

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

/** Returns a pattern of a character in either case: literal, percent-encoded as in a link, and escaped as in HTML. */
function patternOfSign(given: string): string {
  const ways = [...new Set([given, given.toUpperCase()])].flatMap((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const encoded = [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return [literal(sign), encoded, `&#0{0,5}${code};`, `&#x0{0,5}${code.toString(16)};`, ENTITIES[sign] ?? []].flat();
  });
  return `(?:${ways.join('|')})`;
}

const patternOfText = (text: string) => text.replaceAll(/[^a-z0-9]/giu, patternOfSign);

/**
 * Returns a pattern of the domain of an address with its @, after the local part as its first group. The local part is checked only where
 * the domain occurs: matching one of many special characters, such as `&&&&`, would start at every position of a text that repeats them.
 */
function patternOf(email: string): RegExp {
  const at = email.lastIndexOf('@');
  const domains = spellingsOf(email).map((spelling) => patternOfText(spelling.slice(at)));
  const domain = `(?:${domains.join('|')})`;
  return new RegExp(`${domain}(?<=(${patternOfText(email.slice(0, at))})${domain})`, 'gi');
}

function eraseBy(pattern: RegExp, text: string): string {
  const kept: string[] = [];
  let end = 0;
  for (const { 0: domain, 1: local = '', index } of text.matchAll(pattern)) {
    kept.push(text.slice(end, Math.max(end, index - local.length)));
    end = index + domain.length;
  }
  return [...kept, text.slice(end)].join(ERASED);
}

/**
 * Returns the runs of letters and digits, longest first, that are in an address however it is spelled and whatever else of it is encoded:
 * a text that lacks one of them, in lower case, does not hold the address.
 */
export function tracesOf(email: string): string[] {
  const [, ...others] = spellingsOf(email);
  const runs = (email.match(/[a-z0-9]+/g) ?? []).filter((run) => others.every((other) => other.includes(run)));
  return [...new Set(runs)].sort((a, b) => b.length - a.length);
}

/** Returns a text with every occurrence of an address removed, whatever the case of its letters, however its domain is spelled, and whether or not its signs are encoded. */
export const eraseInText = (text: string, email: string): string => eraseBy(patternOf(email), text);

/** Returns a JSON value with every occurrence of an address removed from the strings in it; names of fields stay. */
export function eraseInValue(value: unknown, email: string): unknown {
  const pattern = patternOf(email);
  function erase(part: unknown): unknown {
    if (typeof part === 'string') return eraseBy(pattern, part);
    if (Array.isArray(part)) return part.map(erase);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, erase(item)]));
  }
  return erase(value);
}

/** Returns the address as a JSON string, for searching stored JSON. `before`: the text right before it there. */
export const wholeInJson = (email: string, before = ''): string => `${before}${JSON.stringify(email)}`;
