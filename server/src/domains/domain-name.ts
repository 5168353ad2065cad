import { getPublicSuffix } from 'tldts';
import { toAsciiLabels } from '../core/email-address.ts';

/** Leaves room for the longest name in front of it, `phxxxxxx._domainkey.`, within 253 characters (RFC 1035, section 2.3.4). */
const MAX_LENGTH = 230;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** ASCII that cannot stand in a host name; asked first, since the conversion decodes some of it. */
const FOREIGN = /[\x00-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/;

/** A name that can send mail, in lower case and A-labels; undefined for an address, a bare public suffix and what is no host name. */
export function parseDomainName(given: string): string | undefined {
  if (FOREIGN.test(given)) return undefined;
  const name = toAsciiLabels(given).toLowerCase();
  const labels = name.split('.');
  if (name.length > MAX_LENGTH || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return undefined;
  if (/^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  return getPublicSuffix(name) === name ? undefined : name;
}
