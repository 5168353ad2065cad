import { domainToASCII } from 'node:url';
import { isLongerThan } from './text/characters.ts';

/** An address as a caller gave it, taken apart. */
export interface EmailAddress {
  /** The address for delivery: as written, an internationalised domain as A-labels. In lower case it is `email`. */
  readonly address: string;
  /** The address for comparison: bare and in lower case. */
  readonly email: string;
  /** A-labels in lower case. */
  readonly domain: string;
  readonly name: string | null;
}

/** Told of what `parseAddress` does not read. */
export const NOT_AN_ADDRESS = 'Not an address of the form a@example.com or Name <a@example.com>.';

const LOCAL_BYTES = 64;
const DOMAIN_BYTES = 253;
const ADDRESS_BYTES = 254;
const NAME_LENGTH = 255;

const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const QUOTED_NAME = /^"((?:[^"\\]|\\.)*)"\s*<([^<>]*)>$/;
const PLAIN_NAME = /^([^<>@]*)<([^<>]*)>$/;
const DOT_ATOM = /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/;
// A quoted local part may hold whatever is printable; nothing that SMTP delimits paths by.
const QUOTED_STRING = /^"(?:[^"\\<>\u0080-\uffff]|\\[^<>\u0080-\uffff])+"$/;
const LABELS = /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))+$/i;
const NUMERIC_END = /\.\d+$/;
const NOT_IN_DOMAIN = /[^a-z\d.\u0080-\uffff-]/i;
const NEEDS_QUOTES = /[()<>[\]:;@\\,"]/;

const withoutEscapes = (text: string) => text.replaceAll(/\\(.)/g, '$1');
const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

function splitName(text: string): { spec: string; name: string } {
  const quoted = QUOTED_NAME.exec(text);
  if (quoted !== null) return { spec: quoted[2] ?? '', name: withoutEscapes(quoted[1] ?? '') };
  const plain = PLAIN_NAME.exec(text);
  return plain === null ? { spec: text, name: '' } : { spec: plain[2] ?? '', name: plain[1] ?? '' };
}

const ASCII = /^[\0-\x7f]*$/;

/** Characters of a label (RFC 1035, section 2.3.4). An A-label has at least one for each composed character of its own. */
const LABEL_LENGTH = 63;
/** Characters that may stand for one composed character. */
const MOST_COMPOSED = 4;
/** What IDNA takes for a dot (UTS 46, section 2.3). */
const DOTS = /[.\u3002\uff0e\uff61]/;

/** Returns a domain with its labels as A-labels; empty if it has none. The conversion takes quadratic time, so longer ones are not tried. */
export function toAsciiLabels(domain: string): string {
  if (isLongerThan(domain, MOST_COMPOSED * DOMAIN_BYTES)) return '';
  const composed = domain.normalize('NFC');
  const isShort = !isLongerThan(composed, DOMAIN_BYTES) && composed.split(DOTS).every((label) => !isLongerThan(label, LABEL_LENGTH));
  return isShort ? domainToASCII(composed) : '';
}

function toAsciiDomain(domain: string): string | undefined {
  // The conversion reads its input as the host of a URL and would drop whatever follows a slash.
  if (NOT_IN_DOMAIN.test(domain)) return undefined;
  const ascii = ASCII.test(domain) ? domain : toAsciiLabels(domain);
  return ascii.length <= DOMAIN_BYTES && LABELS.test(ascii) && !NUMERIC_END.test(ascii) ? ascii : undefined;
}

/** RFC 5321, section 4.1.2: `"john"` and `john` are the same mailbox. */
function withoutNeedlessQuotes(local: string): string {
  if (!local.startsWith('"')) return local;
  const content = withoutEscapes(local.slice(1, -1));
  return DOT_ATOM.test(content) ? content : quote(content);
}

/**
 * Reads `a@b.c`, `Name <a@b.c>` or `"Na, me" <a@b.c>` (RFC 5321 lengths, no SMTPUTF8 local part, no
 * address literal); undefined where it is anything else.
 */
export function parseAddress(given: string): EmailAddress | undefined {
  const text = given.trim();
  if (UNPRINTABLE.test(text) || !text.isWellFormed()) return undefined;
  const { spec, name: written } = splitName(text);
  const name = written.trim();
  const at = spec.lastIndexOf('@');
  const local = spec.slice(0, Math.max(at, 0)).trimStart();
  const domain = toAsciiDomain(spec.slice(at + 1).trimEnd());
  if (domain === undefined || local.length > LOCAL_BYTES || isLongerThan(name, NAME_LENGTH)) return undefined;
  if (!DOT_ATOM.test(local) && !QUOTED_STRING.test(local)) return undefined;
  const address = `${withoutNeedlessQuotes(local)}@${domain}`;
  if (address.length > ADDRESS_BYTES) return undefined;
  return { address, email: address.toLowerCase(), domain: domain.toLowerCase(), name: name === '' ? null : name };
}

/** Returns `a@b.c`, or `Name <a@b.c>` with the name quoted if RFC 5322 requires it. */
export function formatAddress({ address, name }: Pick<EmailAddress, 'address' | 'name'>): string {
  if (name === null) return address;
  return `${NEEDS_QUOTES.test(name) ? quote(name) : name} <${address}>`;
}

/** Returns the form by which people and recipients are looked up: bare and in lower case. A string that is no address matches nobody. */
export const normalizeEmail = (given: string): string => parseAddress(given)?.email ?? given.trim().toLowerCase();

/** Returns an address with its local part in quotes where it is one only with them, such as `a..b`; parsers of mail take them away. */
export function withNeededQuotes(address: string): string {
  const at = Math.max(address.lastIndexOf('@'), 0);
  const local = address.slice(0, at);
  if (DOT_ATOM.test(local) || QUOTED_STRING.test(local)) return address;
  const quoted = quote(local);
  return QUOTED_STRING.test(quoted) ? `${quoted}${address.slice(at)}` : address;
}

const toAsciiLabel = (label: string) => (ASCII.test(label) || NOT_IN_DOMAIN.test(label) ? label : toAsciiLabels(label) || label);

/** Returns an address with the labels of its domain as A-labels, whatever is before the last @. */
export function withAsciiDomain(address: string): string {
  const domainAt = address.lastIndexOf('@') + 1;
  return address.slice(0, domainAt) + address.slice(domainAt).split('.').map(toAsciiLabel).join('.');
}

/** Returns a part of an address as it is found in what `normalizeEmail` returns: in lower case, the labels of its domain as A-labels. */
export const normalizeEmailPart = (given: string): string => withAsciiDomain(given.toLowerCase());
